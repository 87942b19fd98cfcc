/** Every address of the screen, once. */
export const PATHS = {
  welcome: '/welcome',
  activity: '/activity',
  queries: '/queries',
  reports: '/reports',
  connections: '/connections',
  problems: '/problems',
  instances: '/instances',
  rules: '/rules',
  silences: '/silences',
  agents: '/agents',
  settings: '/settings',
  users: '/users',
  roles: '/roles',
  token: '/token',
  audit: '/audit',
  signIn: '/sign-in',
} as const
