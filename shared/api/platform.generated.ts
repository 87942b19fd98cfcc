// Written by build/gen.ts. Do not edit.
import type { Operation } from './client.ts'

export interface PlatformApi {
  /** The registered agents and how they are. Answers what is known and looks again behind the answer. */
  readonly listAgents: {
    readonly reply: readonly {
      readonly id: string
      readonly name: string
      readonly url: string | null
      readonly embedded: boolean
      readonly state: 'online' | 'stopped' | 'unreachable' | 'certificate-unknown' | 'certificate-changed' | 'key-refused' | 'key-missing' | 'uploads-only'
      readonly cause: string
      readonly checked: number | null
      readonly certificate: {
        readonly accepted: { readonly fingerprint: string; readonly pin: string } | null
        readonly seen: { readonly fingerprint: string; readonly pin: string } | null
      }
      readonly version: string | null
      readonly server: string | null
      readonly port: number | null
      readonly upload_server: { readonly host: string; readonly port: number } | null
      readonly upload_cause: string | null
      readonly connections: { readonly declared: number; readonly running: number } | null
      readonly clock_offset_ms: number | null
      readonly last_upload: number | null
      readonly last_contact: number | null
      readonly rotating: boolean
    }[]
  }
  /** Register an agent. Without a license key one is issued, and told in this answer only. Its certificate is shown and must be accepted before anything is sent to it. */
  readonly addAgent: {
    readonly body: { readonly name: string; readonly url?: (string | null) | undefined; readonly license_key?: string | undefined }
    readonly reply: {
      readonly agent: {
        readonly id: string
        readonly name: string
        readonly url: string | null
        readonly embedded: boolean
        readonly state: 'online' | 'stopped' | 'unreachable' | 'certificate-unknown' | 'certificate-changed' | 'key-refused' | 'key-missing' | 'uploads-only'
        readonly cause: string
        readonly checked: number | null
        readonly certificate: {
          readonly accepted: { readonly fingerprint: string; readonly pin: string } | null
          readonly seen: { readonly fingerprint: string; readonly pin: string } | null
        }
        readonly version: string | null
        readonly server: string | null
        readonly port: number | null
        readonly upload_server: { readonly host: string; readonly port: number } | null
        readonly upload_cause: string | null
        readonly connections: { readonly declared: number; readonly running: number } | null
        readonly clock_offset_ms: number | null
        readonly last_upload: number | null
        readonly last_contact: number | null
        readonly rotating: boolean
      }
      readonly license_key?: string | undefined
    }
  }
  /** A registered agent, looked at now. */
  readonly getAgent: {
    readonly params: { readonly agent: string }
    readonly reply: {
      readonly id: string
      readonly name: string
      readonly url: string | null
      readonly embedded: boolean
      readonly state: 'online' | 'stopped' | 'unreachable' | 'certificate-unknown' | 'certificate-changed' | 'key-refused' | 'key-missing' | 'uploads-only'
      readonly cause: string
      readonly checked: number | null
      readonly certificate: {
        readonly accepted: { readonly fingerprint: string; readonly pin: string } | null
        readonly seen: { readonly fingerprint: string; readonly pin: string } | null
      }
      readonly version: string | null
      readonly server: string | null
      readonly port: number | null
      readonly upload_server: { readonly host: string; readonly port: number } | null
      readonly upload_cause: string | null
      readonly connections: { readonly declared: number; readonly running: number } | null
      readonly clock_offset_ms: number | null
      readonly last_upload: number | null
      readonly last_contact: number | null
      readonly rotating: boolean
    }
  }
  /** Change the name, the address or the license key of an agent. Another address needs its certificate accepted again. */
  readonly changeAgent: {
    readonly params: { readonly agent: string }
    readonly body: { readonly name?: string | undefined; readonly url?: (string | null) | undefined; readonly license_key?: string | undefined }
    readonly reply: {
      readonly id: string
      readonly name: string
      readonly url: string | null
      readonly embedded: boolean
      readonly state: 'online' | 'stopped' | 'unreachable' | 'certificate-unknown' | 'certificate-changed' | 'key-refused' | 'key-missing' | 'uploads-only'
      readonly cause: string
      readonly checked: number | null
      readonly certificate: {
        readonly accepted: { readonly fingerprint: string; readonly pin: string } | null
        readonly seen: { readonly fingerprint: string; readonly pin: string } | null
      }
      readonly version: string | null
      readonly server: string | null
      readonly port: number | null
      readonly upload_server: { readonly host: string; readonly port: number } | null
      readonly upload_cause: string | null
      readonly connections: { readonly declared: number; readonly running: number } | null
      readonly clock_offset_ms: number | null
      readonly last_upload: number | null
      readonly last_contact: number | null
      readonly rotating: boolean
    }
  }
  /** Remove an agent: its license keys end at once, what it has uploaded stays. */
  readonly deleteAgent: { readonly params: { readonly agent: string }; readonly reply: { readonly status: string } }
  /** Accept the certificate that the agent shows now, when it has this fingerprint. From then on only its public key is believed. */
  readonly acceptCertificate: {
    readonly params: { readonly agent: string }
    readonly body: { readonly fingerprint: string }
    readonly reply: {
      readonly id: string
      readonly name: string
      readonly url: string | null
      readonly embedded: boolean
      readonly state: 'online' | 'stopped' | 'unreachable' | 'certificate-unknown' | 'certificate-changed' | 'key-refused' | 'key-missing' | 'uploads-only'
      readonly cause: string
      readonly checked: number | null
      readonly certificate: {
        readonly accepted: { readonly fingerprint: string; readonly pin: string } | null
        readonly seen: { readonly fingerprint: string; readonly pin: string } | null
      }
      readonly version: string | null
      readonly server: string | null
      readonly port: number | null
      readonly upload_server: { readonly host: string; readonly port: number } | null
      readonly upload_cause: string | null
      readonly connections: { readonly declared: number; readonly running: number } | null
      readonly clock_offset_ms: number | null
      readonly last_upload: number | null
      readonly last_contact: number | null
      readonly rotating: boolean
    }
  }
  /** Start the embedded agent after it was stopped, on another port if one is given. A running one is left as it is. */
  readonly startAgent: {
    readonly params: { readonly agent: string }
    readonly body: { readonly port?: number | undefined }
    readonly reply: {
      readonly id: string
      readonly name: string
      readonly url: string | null
      readonly embedded: boolean
      readonly state: 'online' | 'stopped' | 'unreachable' | 'certificate-unknown' | 'certificate-changed' | 'key-refused' | 'key-missing' | 'uploads-only'
      readonly cause: string
      readonly checked: number | null
      readonly certificate: {
        readonly accepted: { readonly fingerprint: string; readonly pin: string } | null
        readonly seen: { readonly fingerprint: string; readonly pin: string } | null
      }
      readonly version: string | null
      readonly server: string | null
      readonly port: number | null
      readonly upload_server: { readonly host: string; readonly port: number } | null
      readonly upload_cause: string | null
      readonly connections: { readonly declared: number; readonly running: number } | null
      readonly clock_offset_ms: number | null
      readonly last_upload: number | null
      readonly last_contact: number | null
      readonly rotating: boolean
    }
  }
  /** The same for the command line, with the license key of the embedded agent. */
  readonly startOwnAgent: { readonly reply: { readonly status: string } }
  /** The license keys of an agent, newest first; never the keys themselves. */
  readonly listLicenseKeys: {
    readonly params: { readonly agent: string }
    readonly reply: readonly {
      readonly id: string
      readonly state: 'valid' | 'grace' | 'ended' | 'revoked'
      readonly issued: number
      readonly ends: number | null
      readonly first_used: number | null
    }[]
  }
  /** Issue a license key to an agent that has no valid one. It is told in this answer only. */
  readonly issueLicenseKey: { readonly params: { readonly agent: string }; readonly reply: { readonly license_key: string } }
  /** Put a new license key in the place of the present one. The agent takes it up with its next upload by itself; until `ends` both work. */
  readonly rotateLicenseKey: {
    readonly params: { readonly agent: string }
    readonly body: { readonly grace_hours?: number | undefined }
    readonly reply: { readonly ends: number }
  }
  /** End a license key at once: uploads with it are refused from now on. */
  readonly revokeLicenseKey: { readonly params: { readonly agent: string; readonly key: string }; readonly reply: { readonly status: string } }
  /** Average active sessions over time, as a whole and by one dimension, with the peak of each bucket. */
  readonly activityLoad: {
    readonly body: {
      readonly from: number
      readonly to: number
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly where?:
        | readonly {
            readonly dimension:
              | 'wait_event_type'
              | 'wait_event'
              | 'query_md5_id'
              | 'database'
              | 'user_name'
              | 'application_name'
              | 'client_host_name'
              | 'state'
              | 'backend_type'
              | 'pg_instance'
            readonly values: readonly (string | null)[]
            readonly exclude?: boolean | undefined
          }[]
        | undefined
      readonly bucket: number
      readonly by?:
        | 'wait_event_type'
        | 'wait_event'
        | 'query_md5_id'
        | 'database'
        | 'user_name'
        | 'application_name'
        | 'client_host_name'
        | 'state'
        | 'backend_type'
        | 'pg_instance'
        | undefined
    }
    readonly reply: {
      readonly from: number
      readonly to: number
      readonly bucket: number
      readonly time: readonly number[]
      readonly ticks: readonly number[]
      readonly coverage: readonly number[]
      readonly total: { readonly average: readonly (number | null)[]; readonly peak: readonly (number | null)[]; readonly peak_at: readonly (number | null)[] }
      readonly series: readonly {
        readonly value: string | null
        readonly average: readonly (number | null)[]
        readonly samples: number
        readonly aas: number
      }[]
      readonly capacity: number | null
      readonly capacity_reason: string
      readonly first: number | null
      readonly last: number | null
      readonly instances: readonly string[]
    }
  }
  /** Who and what caused the load of a window: the leading values of each dimension, and what is left. */
  readonly activityTop: {
    readonly body: {
      readonly from: number
      readonly to: number
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly where?:
        | readonly {
            readonly dimension:
              | 'wait_event_type'
              | 'wait_event'
              | 'query_md5_id'
              | 'database'
              | 'user_name'
              | 'application_name'
              | 'client_host_name'
              | 'state'
              | 'backend_type'
              | 'pg_instance'
            readonly values: readonly (string | null)[]
            readonly exclude?: boolean | undefined
          }[]
        | undefined
      readonly dimensions: readonly (
        | 'wait_event_type'
        | 'wait_event'
        | 'query_md5_id'
        | 'database'
        | 'user_name'
        | 'application_name'
        | 'client_host_name'
        | 'state'
        | 'backend_type'
        | 'pg_instance'
      )[]
      readonly limit?: number | undefined
      readonly trend?: number | undefined
    }
    readonly reply: {
      readonly from: number
      readonly to: number
      readonly ticks: number
      readonly total: {
        readonly aas: number
        readonly peak: number
        readonly peak_at: number | null
        readonly samples: number
        readonly classes: Readonly<Record<string, number>>
      }
      readonly lists: Readonly<
        Record<
          string,
          {
            readonly rows: readonly {
              readonly value: string | null
              readonly label: string
              readonly detail: string
              readonly aas: number
              readonly share: number
              readonly samples: number
              readonly classes: Readonly<Record<string, number>>
              readonly trend: readonly (number | null)[]
            }[]
            readonly other: { readonly count: number; readonly aas: number; readonly share: number; readonly samples: number }
          }
        >
      >
    }
  }
  /** Who is signed in, which instances are watched, by which agents, and whether there is a demo. */
  readonly overview: {
    readonly reply: {
      readonly time: number
      readonly version: string
      readonly user: { readonly email: string; readonly login: string; readonly privilege: string; readonly profile: string; readonly expires: number }
      readonly instances: readonly {
        readonly label: string
        readonly server: string
        readonly name: string
        readonly tags: Readonly<Record<string, string>>
        readonly first_seen: number
        readonly last_seen: number
        readonly agent: string
        readonly pg_version: string | null
        readonly type: string | null
        readonly cpus: number | null
      }[]
      readonly agents: readonly {
        readonly id: string
        readonly name: string
        readonly url: string | null
        readonly embedded: boolean
        readonly last_upload: number | null
      }[]
      readonly demo: { readonly available: boolean; readonly running: boolean; readonly reason: string }
    }
  }
  /** Start the demo database and watch it. Answers when it runs; a running one is left as it is. */
  readonly startDemo: { readonly reply: { readonly status: string } }
  /** Size of each database on disk, templates left out; in a summary its last value. */
  readonly reportDataSize: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly output?: 'json' | 'csv' | undefined
      readonly compute?: 'summary' | 'details' | undefined
      readonly bucket?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | null>>[]
  }
  /** Checkpoints, the background writer, and the WAL. */
  readonly reportPgBackground: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly output?: 'json' | 'csv' | undefined
      readonly compute?: 'summary' | 'details' | undefined
      readonly bucket?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | null>>[]
  }
  /** What each instance is: version, role, start, sizes, tags. */
  readonly reportPgInstanceInfos: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly output?: 'json' | 'csv' | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | null>>[]
  }
  /** Transactions, blocks and rows of the instance, all databases together. */
  readonly reportPgInstance: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly output?: 'json' | 'csv' | undefined
      readonly compute?: 'summary' | 'details' | undefined
      readonly bucket?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | null>>[]
  }
  /** What all statements cost in the range, by database, also those that the filters of query monitoring left out. */
  readonly reportQueriesSummary: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly output?: 'json' | 'csv' | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | null>>[]
  }
  /** What one statement cost, minute by minute. */
  readonly reportQuery: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly query_md5_id: string
    }
    readonly reply: readonly Readonly<Record<string, string | number | null>>[]
  }
  /** Every sampled active session, one row per sample. */
  readonly reportSessionHistory: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly output?: 'json' | 'csv' | undefined
      readonly include?: readonly ('idle_in_transaction' | 'background')[] | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | null>>[]
  }
  /** Every sampled active session, one row per sample. */
  readonly reportSessionsWorkload: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly output?: 'json' | 'csv' | undefined
      readonly include?: readonly ('idle_in_transaction' | 'background')[] | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | null>>[]
  }
  /** Statements by what they cost in the range. */
  readonly reportTopQueries: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly output?: 'json' | 'csv' | undefined
      readonly by?:
        | 'total_time'
        | 'calls'
        | 'local_blks_dirtied'
        | 'local_blks_hit'
        | 'local_blks_read'
        | 'local_blks_written'
        | 'rows'
        | 'shared_blks_dirtied'
        | 'shared_blks_hit'
        | 'shared_blks_read'
        | 'shared_blks_written'
        | 'temp_blks_read'
        | 'temp_blks_written'
        | 'blk_read_time'
        | 'blk_write_time'
        | 'wal_bytes'
        | undefined
      readonly limit?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | null>>[]
  }
  /** Name, version and time of the platform. */
  readonly about: { readonly reply: { readonly name: string; readonly version: string; readonly time: string } }
  /** Issue an access token, valid for 24 hours. */
  readonly createToken: { readonly reply: { readonly 'user-token': string } }
  /** Whose token it is and when it expires; asked by its owner or an administrator. The parameter is `token` or `user-token`. */
  readonly showToken: {
    readonly query: { readonly token?: string | undefined; readonly 'user-token'?: string | undefined }
    readonly reply: { readonly email: string; readonly expire_time: string; readonly organization_name: string; readonly user: string }
  }
  /** Trade a valid access token for a fresh one, so that a screen left open stays signed in. */
  readonly renewSession: { readonly reply: { readonly 'user-token': string } }
  /** Change one's own password. Every token of the user ends; the answer carries a fresh one. */
  readonly changeOwnPassword: { readonly body: { readonly old_password: string; readonly password: string }; readonly reply: { readonly 'user-token': string } }
}

export const platformApi: Readonly<Record<keyof PlatformApi, Operation>> = {
  listAgents: { method: 'GET', path: '/ds-api/app/agents', right: 'admin' },
  addAgent: { method: 'POST', path: '/ds-api/app/agents', right: 'admin' },
  getAgent: { method: 'GET', path: '/ds-api/app/agents/:agent', right: 'admin' },
  changeAgent: { method: 'PATCH', path: '/ds-api/app/agents/:agent', right: 'admin' },
  deleteAgent: { method: 'DELETE', path: '/ds-api/app/agents/:agent', right: 'admin' },
  acceptCertificate: { method: 'PUT', path: '/ds-api/app/agents/:agent/certificate', right: 'admin' },
  startAgent: { method: 'POST', path: '/ds-api/app/agents/:agent/start', right: 'admin' },
  startOwnAgent: { method: 'POST', path: '/ds-api/app/agent/start', right: 'agent' },
  listLicenseKeys: { method: 'GET', path: '/ds-api/app/agents/:agent/license-keys', right: 'admin' },
  issueLicenseKey: { method: 'POST', path: '/ds-api/app/agents/:agent/license-keys', right: 'admin' },
  rotateLicenseKey: { method: 'POST', path: '/ds-api/app/agents/:agent/license-keys/rotate', right: 'admin' },
  revokeLicenseKey: { method: 'DELETE', path: '/ds-api/app/agents/:agent/license-keys/:key', right: 'admin' },
  activityLoad: { method: 'POST', path: '/ds-api/app/activity/load', right: 'read' },
  activityTop: { method: 'POST', path: '/ds-api/app/activity/top', right: 'read' },
  overview: { method: 'GET', path: '/ds-api/app/overview', right: 'read' },
  startDemo: { method: 'POST', path: '/ds-api/app/demo', right: 'admin' },
  reportDataSize: { method: 'POST', path: '/ds-api/activity/data-size', right: 'read' },
  reportPgBackground: { method: 'POST', path: '/ds-api/activity/pg-background', right: 'read' },
  reportPgInstanceInfos: { method: 'POST', path: '/ds-api/activity/pg-instance-infos', right: 'read' },
  reportPgInstance: { method: 'POST', path: '/ds-api/activity/pg-instance', right: 'read' },
  reportQueriesSummary: { method: 'POST', path: '/ds-api/activity/queries-summary', right: 'read' },
  reportQuery: { method: 'POST', path: '/ds-api/activity/query', right: 'read' },
  reportSessionHistory: { method: 'POST', path: '/ds-api/activity/session-history', right: 'read' },
  reportSessionsWorkload: { method: 'POST', path: '/ds-api/activity/sessions-workload', right: 'read' },
  reportTopQueries: { method: 'POST', path: '/ds-api/activity/top-queries', right: 'read' },
  about: { method: 'GET', path: '/ds-api/', right: 'public' },
  createToken: { method: 'POST', path: '/ds-api/user-token', right: 'basic' },
  showToken: { method: 'GET', path: '/ds-api/user-token', right: 'basic' },
  renewSession: { method: 'POST', path: '/ds-api/app/session/renew', right: 'read' },
  changeOwnPassword: { method: 'PUT', path: '/ds-api/app/session/password', right: 'read' },
}
