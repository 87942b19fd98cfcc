import { notifications } from '@mantine/notifications'

/** A short word about something done; never the only trace of a failure. */
export const notify = (title: string, message = ''): void => {
  notifications.show({ title, message, autoClose: 3000, withBorder: true })
}
