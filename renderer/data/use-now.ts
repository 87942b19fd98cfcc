import { useEffect, useState } from 'react'
import { now } from './clock.ts'

/** The platform's time, renewed every `ms` while the page can be seen. */
export function useNow(ms: number): number {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setTime(now())
    }, ms)
    return () => {
      clearInterval(timer)
    }
  }, [ms])
  return time
}
