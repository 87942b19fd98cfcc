/** Every address of the screen, once. */
export const PATHS = {
  welcome: '/welcome',
  activity: '/activity',
  queries: '/queries',
  connections: '/connections',
  agents: '/agents',
  signIn: '/sign-in',
} as const
