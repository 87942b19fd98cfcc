import { useEffect, useState, type RefObject } from 'react'

/** Width of an element in px, 0 before it is laid out. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (element.current === null) return
    const watch = new ResizeObserver(([entry]) => {
      setWidth(Math.round(entry?.contentRect.width ?? 0))
    })
    watch.observe(element.current)
    return () => {
      watch.disconnect()
    }
  }, [element])
  return width
}
