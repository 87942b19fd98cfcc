// Written by build/gen.ts. Do not edit.
import type { Operation } from './client.ts'

export interface PlatformApi {
  /** Declare a connection that the platform watches itself. Answers when it is connected, or after 5 s with the cause why it is not. */
  readonly addAgentless: {
    readonly params: { readonly connection_name: string }
    readonly body: {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly password: string
      readonly tags: string
      readonly database?: string | undefined
      readonly sslmode?: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full' | undefined
    }
    readonly reply: { readonly status: string }
  }
  /** An agentless connection; the password is shown to administrators only. */
  readonly getAgentless: {
    readonly params: { readonly connection_name: string }
    readonly reply: {
      readonly name: string
      readonly host: string
      readonly port: number
      readonly user: string
      readonly password: string
      readonly tags: string
      readonly enabled: boolean
      readonly connected: boolean
      readonly 'collection-rate': string
      readonly samples: boolean
      readonly 'lock-monitoring': boolean
      readonly 'lock-monitoring-delay': number
      readonly 'table-monitoring': boolean
      readonly 'query-monitoring': boolean
      readonly 'query-monitoring-optimize': boolean
      readonly 'query-monitoring-min-calls': number
      readonly 'query-monitoring-min-time': number
    }
  }
  /** Change what is sent and leave the rest. A change of address or login reconnects. */
  readonly updateAgentless: {
    readonly params: { readonly connection_name: string }
    readonly body: {
      readonly host?: string | undefined
      readonly port?: number | undefined
      readonly user?: string | undefined
      readonly password?: string | undefined
      readonly tags?: string | undefined
      readonly database?: string | undefined
      readonly sslmode?: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full' | undefined
    }
    readonly reply: { readonly status: string }
  }
  /** Remove an agentless connection; what was read of it stays. */
  readonly deleteAgentless: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switch an agentless connection on. */
  readonly enableAgentless: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switch an agentless connection off. */
  readonly disableAgentless: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switch query samples of an agentless connection on. */
  readonly enableAgentlessSamples: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switch query samples of an agentless connection off. */
  readonly disableAgentlessSamples: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switch lock monitoring of an agentless connection on. */
  readonly enableAgentlessLockMonitoring: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switch lock monitoring of an agentless connection off. */
  readonly disableAgentlessLockMonitoring: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switch table monitoring of an agentless connection on. */
  readonly enableAgentlessTableMonitoring: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switch table monitoring of an agentless connection off. */
  readonly disableAgentlessTableMonitoring: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switch query monitoring of an agentless connection on. */
  readonly enableAgentlessQueryMonitoring: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switch query monitoring of an agentless connection off. */
  readonly disableAgentlessQueryMonitoring: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switch query monitoring optimize of an agentless connection on. */
  readonly enableAgentlessQueryMonitoringOptimize: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switch query monitoring optimize of an agentless connection off. */
  readonly disableAgentlessQueryMonitoringOptimize: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** A lock wait is recorded when it lasts longer than this, in seconds. */
  readonly setAgentlessLockMonitoringDelay: {
    readonly params: { readonly connection_name: string; readonly value: string }
    readonly reply: { readonly status: string }
  }
  /** A query is uploaded for an interval in which it was called at least so often, or took the minimum time. */
  readonly setAgentlessQueryMonitoringMinCalls: {
    readonly params: { readonly connection_name: string; readonly value: string }
    readonly reply: { readonly status: string }
  }
  /** A query is uploaded for an interval in which it took at least so many seconds, or had the minimum of calls. */
  readonly setAgentlessQueryMonitoringMinTime: {
    readonly params: { readonly connection_name: string; readonly value: string }
    readonly reply: { readonly status: string }
  }
  /** The agentless connections and how they are; passwords are masked. */
  readonly listAgentless: {
    readonly reply: readonly {
      readonly connection: {
        readonly name: string
        readonly host: string
        readonly port: number
        readonly user: string
        readonly password: string
        readonly tags: string
        readonly enabled: boolean
        readonly connected: boolean
        readonly 'collection-rate': string
        readonly samples: boolean
        readonly 'lock-monitoring': boolean
        readonly 'lock-monitoring-delay': number
        readonly 'table-monitoring': boolean
        readonly 'query-monitoring': boolean
        readonly 'query-monitoring-optimize': boolean
        readonly 'query-monitoring-min-calls': number
        readonly 'query-monitoring-min-time': number
      }
      readonly pg_instance: string
      readonly cause: string
      readonly version: string | null
      readonly queries_paused: string
      readonly tables_paused: string
      readonly texts_paused: string
      readonly cost: number | null
      readonly stretch: number
      readonly collection_rate: 'low' | 'high' | null
      readonly database: string
      readonly sslmode: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full'
      readonly literals: boolean
      readonly plans: boolean
    }[]
  }
  /** An agentless connection and how it is; its password is masked. */
  readonly getAgentlessEntry: {
    readonly params: { readonly connection_name: string }
    readonly reply: {
      readonly connection: {
        readonly name: string
        readonly host: string
        readonly port: number
        readonly user: string
        readonly password: string
        readonly tags: string
        readonly enabled: boolean
        readonly connected: boolean
        readonly 'collection-rate': string
        readonly samples: boolean
        readonly 'lock-monitoring': boolean
        readonly 'lock-monitoring-delay': number
        readonly 'table-monitoring': boolean
        readonly 'query-monitoring': boolean
        readonly 'query-monitoring-optimize': boolean
        readonly 'query-monitoring-min-calls': number
        readonly 'query-monitoring-min-time': number
      }
      readonly pg_instance: string
      readonly cause: string
      readonly version: string | null
      readonly queries_paused: string
      readonly tables_paused: string
      readonly texts_paused: string
      readonly cost: number | null
      readonly stretch: number
      readonly collection_rate: 'low' | 'high' | null
      readonly database: string
      readonly sslmode: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full'
      readonly literals: boolean
      readonly plans: boolean
    }
  }
  /** Connects from the platform without saving anything: whether it works, what the server can tell, and what would mend the rest. */
  readonly testAgentless: {
    readonly body: {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly password?: string | undefined
      readonly database?: string | undefined
      readonly sslmode?: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full' | undefined
    }
    readonly reply: {
      readonly connected: boolean
      readonly cause: string
      readonly version: string | null
      readonly role: 'primary' | 'standby' | null
      readonly provider: 'self-hosted' | 'rds' | 'aurora' | 'cloud-sql' | 'azure' | 'aiven' | null
      readonly pooled: boolean
      readonly host: boolean
      readonly checks: readonly {
        readonly id: string
        readonly doc: string
        readonly ok: boolean
        readonly blocks: boolean
        readonly hint: string
        readonly mend: string
        readonly affects: readonly string[]
      }[]
      readonly reports: readonly { readonly id: string; readonly title: string; readonly state: 'works' | 'partly' | 'nothing'; readonly why: string }[]
    }
  }
  /** What the server of an agentless connection can tell, asked now, and what would mend the rest. */
  readonly getAgentlessCapabilities: {
    readonly params: { readonly connection_name: string }
    readonly reply: {
      readonly connected: boolean
      readonly cause: string
      readonly version: string | null
      readonly role: 'primary' | 'standby' | null
      readonly provider: 'self-hosted' | 'rds' | 'aurora' | 'cloud-sql' | 'azure' | 'aiven' | null
      readonly pooled: boolean
      readonly host: boolean
      readonly checks: readonly {
        readonly id: string
        readonly doc: string
        readonly ok: boolean
        readonly blocks: boolean
        readonly hint: string
        readonly mend: string
        readonly affects: readonly string[]
      }[]
      readonly reports: readonly { readonly id: string; readonly title: string; readonly state: 'works' | 'partly' | 'nothing'; readonly why: string }[]
    }
  }
  /** Change what the published interface cannot: the collection rate (null: low), the database connected to, how the session is secured, whether samples may hold literals, whether plans are estimated. */
  readonly tuneAgentless: {
    readonly params: { readonly connection_name: string }
    readonly body: {
      readonly collection_rate?: ('low' | 'high' | null) | undefined
      readonly database?: string | undefined
      readonly sslmode?: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full' | undefined
      readonly literals?: boolean | undefined
      readonly plans?: boolean | undefined
    }
    readonly reply: { readonly status: string }
  }
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
      readonly since: number
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
        readonly since: number
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
      readonly since: number
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
      readonly since: number
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
      readonly since: number
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
      readonly since: number
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
  /** Whether alerting works for an instance, and if not why. */
  readonly getAlertingStatus: { readonly params: { readonly pg_instance: string }; readonly reply: { readonly enabled: boolean; readonly reason: string } }
  /** End the instance's own silences. Alerting can stay off for other reasons, which the answer tells. */
  readonly enableAlerting: { readonly params: { readonly pg_instance: string }; readonly reply: { readonly enabled: boolean; readonly reason: string } }
  /** Silence an instance until alerting is enabled again. */
  readonly disableAlerting: { readonly params: { readonly pg_instance: string }; readonly reply: { readonly enabled: boolean; readonly reason: string } }
  /** Problems of an instance: open ones first, then those resolved within 30 days. */
  readonly listInstanceProblems: {
    readonly params: { readonly pg_instance: string }
    readonly reply: readonly {
      readonly id: number
      readonly event_time: string
      readonly pg_instance: string
      readonly check_name: string
      readonly check_state: 'OK' | 'WARNING' | 'CRITICAL'
      readonly message: string
      readonly since: string
      readonly resolved_time: string | null
      readonly custom: boolean
      readonly extra_data: Readonly<Record<string, string | number | null>>
    }[]
  }
  /** Tell of a problem that something else has found. One in the state OK resolves what is open under its name. */
  readonly addInstanceProblem: {
    readonly params: { readonly pg_instance: string }
    readonly body: { readonly message: string; readonly check_name?: string | undefined; readonly check_state?: 'OK' | 'WARNING' | 'CRITICAL' | undefined }
    readonly reply: {
      readonly id: number
      readonly event_time: string
      readonly pg_instance: string
      readonly check_name: string
      readonly check_state: 'OK' | 'WARNING' | 'CRITICAL'
      readonly message: string
      readonly since: string
      readonly resolved_time: string | null
      readonly custom: boolean
      readonly extra_data: Readonly<Record<string, string | number | null>>
    }
  }
  /** Whether alerting is on, and how it stands with every instance. */
  readonly getAlerting: {
    readonly reply: {
      readonly enabled: boolean
      readonly evaluated: number | null
      readonly instances: readonly {
        readonly pg_instance: string
        readonly enabled: boolean
        readonly reason: string
        readonly cause: '' | 'global' | 'instance-silence' | 'filter-silence' | 'not-watched' | 'no-rule'
        readonly silence: number | null
        readonly open: number
        readonly worst: 'OK' | 'WARNING' | 'CRITICAL'
        readonly last_change: number | null
        readonly rules: number
      }[]
    }
  }
  /** Turn alerting on or off for the whole platform. What happens while it is off opens no problem later. */
  readonly switchAlerting: { readonly body: { readonly enabled: boolean }; readonly reply: { readonly enabled: boolean } }
  /** Who is told about problems, and how. Passwords and secrets are never shown. */
  readonly listChannels: {
    readonly reply: readonly {
      readonly id: number
      readonly name: string
      readonly enabled: boolean
      readonly least: 'WARNING' | 'CRITICAL'
      readonly quiet_hours: { readonly from: string; readonly to: string; readonly except_critical: boolean } | null
      readonly target:
        | {
            readonly kind: 'mail'
            readonly host: string
            readonly port: number
            readonly security: 'tls' | 'starttls' | 'none'
            readonly user: string
            readonly ca: string
            readonly from: string
            readonly to: readonly string[]
            readonly secret_set: boolean
          }
        | { readonly kind: 'webhook'; readonly url: string; readonly ca: string; readonly secret_set: boolean }
        | { readonly kind: 'desktop' }
      readonly last: { readonly at: number; readonly failure: string } | null
      readonly waiting: number
    }[]
  }
  /** Add a channel: the desktop, e-mail, or a webhook. */
  readonly addChannel: {
    readonly body: {
      readonly name: string
      readonly enabled?: boolean | undefined
      readonly least?: 'WARNING' | 'CRITICAL' | undefined
      readonly quiet_hours?: ({ readonly from: string; readonly to: string; readonly except_critical?: boolean | undefined } | null) | undefined
      readonly target:
        | {
            readonly kind: 'mail'
            readonly host: string
            readonly port: number
            readonly security: 'tls' | 'starttls' | 'none'
            readonly user?: string | undefined
            readonly password?: string | undefined
            readonly ca?: string | undefined
            readonly from: string
            readonly to: readonly string[]
          }
        | { readonly kind: 'webhook'; readonly url: string; readonly secret?: string | undefined; readonly ca?: string | undefined }
        | { readonly kind: 'desktop' }
    }
    readonly reply: {
      readonly id: number
      readonly name: string
      readonly enabled: boolean
      readonly least: 'WARNING' | 'CRITICAL'
      readonly quiet_hours: { readonly from: string; readonly to: string; readonly except_critical: boolean } | null
      readonly target:
        | {
            readonly kind: 'mail'
            readonly host: string
            readonly port: number
            readonly security: 'tls' | 'starttls' | 'none'
            readonly user: string
            readonly ca: string
            readonly from: string
            readonly to: readonly string[]
            readonly secret_set: boolean
          }
        | { readonly kind: 'webhook'; readonly url: string; readonly ca: string; readonly secret_set: boolean }
        | { readonly kind: 'desktop' }
      readonly last: { readonly at: number; readonly failure: string } | null
      readonly waiting: number
    }
  }
  /** Change a channel. Its password or secret stays when it is left out, unless the place is another one. */
  readonly changeChannel: {
    readonly params: { readonly channel: string }
    readonly body: {
      readonly name?: string | undefined
      readonly enabled?: boolean | undefined
      readonly least?: 'WARNING' | 'CRITICAL' | undefined
      readonly quiet_hours?: ({ readonly from: string; readonly to: string; readonly except_critical?: boolean | undefined } | null) | undefined
      readonly target?:
        | (
            | {
                readonly kind: 'mail'
                readonly host: string
                readonly port: number
                readonly security: 'tls' | 'starttls' | 'none'
                readonly user?: string | undefined
                readonly password?: string | undefined
                readonly ca?: string | undefined
                readonly from: string
                readonly to: readonly string[]
              }
            | { readonly kind: 'webhook'; readonly url: string; readonly secret?: string | undefined; readonly ca?: string | undefined }
            | { readonly kind: 'desktop' }
          )
        | undefined
    }
    readonly reply: {
      readonly id: number
      readonly name: string
      readonly enabled: boolean
      readonly least: 'WARNING' | 'CRITICAL'
      readonly quiet_hours: { readonly from: string; readonly to: string; readonly except_critical: boolean } | null
      readonly target:
        | {
            readonly kind: 'mail'
            readonly host: string
            readonly port: number
            readonly security: 'tls' | 'starttls' | 'none'
            readonly user: string
            readonly ca: string
            readonly from: string
            readonly to: readonly string[]
            readonly secret_set: boolean
          }
        | { readonly kind: 'webhook'; readonly url: string; readonly ca: string; readonly secret_set: boolean }
        | { readonly kind: 'desktop' }
      readonly last: { readonly at: number; readonly failure: string } | null
      readonly waiting: number
    }
  }
  /** Remove a channel; what waits to be told on it is dropped. */
  readonly deleteChannel: { readonly params: { readonly channel: string }; readonly reply: { readonly status: string } }
  /** Send a message to try a channel with; answers when it was taken. */
  readonly testChannel: { readonly params: { readonly channel: string }; readonly reply: { readonly status: string } }
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
      readonly resolution: readonly ('sample' | 'hour' | 'day' | null)[]
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
      readonly resolution: readonly ('sample' | 'hour' | 'day')[]
      readonly total: {
        readonly aas: number
        readonly peak: number | null
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
  /** Where the difference between two windows comes from: more calls, slower ones, statements that are new or gone, and what is no statement. */
  readonly activityCompare: {
    readonly body: {
      readonly before: { readonly from: number; readonly to: number }
      readonly after: { readonly from: number; readonly to: number }
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly limit?: number | undefined
    }
    readonly reply: {
      readonly before: { readonly from: number; readonly to: number; readonly covered: number }
      readonly after: { readonly from: number; readonly to: number; readonly covered: number }
      readonly total: {
        readonly time: {
          readonly before: number
          readonly after: number
          readonly change: number
          readonly more_calls: number
          readonly slower: number
          readonly appeared: number
          readonly gone: number
          readonly rest: number
        }
        readonly load: {
          readonly before: number
          readonly after: number
          readonly change: number
          readonly more_calls: number
          readonly slower: number
          readonly appeared: number
          readonly gone: number
          readonly rest: number
        }
      }
      readonly rows: readonly {
        readonly time: {
          readonly before: number
          readonly after: number
          readonly change: number
          readonly more_calls: number
          readonly slower: number
          readonly appeared: number
          readonly gone: number
          readonly rest: number
        }
        readonly load: {
          readonly before: number
          readonly after: number
          readonly change: number
          readonly more_calls: number
          readonly slower: number
          readonly appeared: number
          readonly gone: number
          readonly rest: number
        }
        readonly query_md5_id: string | null
        readonly queryid: string | null
        readonly label: string
        readonly calls_before: number
        readonly calls_after: number
        readonly mean_before: number | null
        readonly mean_after: number | null
      }[]
      readonly others: {
        readonly time: {
          readonly before: number
          readonly after: number
          readonly change: number
          readonly more_calls: number
          readonly slower: number
          readonly appeared: number
          readonly gone: number
          readonly rest: number
        }
        readonly load: {
          readonly before: number
          readonly after: number
          readonly change: number
          readonly more_calls: number
          readonly slower: number
          readonly appeared: number
          readonly gone: number
          readonly rest: number
        }
        readonly count: number
      }
    }
  }
  /** Who is signed in, which instances are watched, by which agents, and whether there is a demo. */
  readonly overview: {
    readonly reply: {
      readonly time: number
      readonly version: string
      readonly user: {
        readonly email: string
        readonly login: string
        readonly privilege: string
        readonly profile: string
        readonly live_360: number
        readonly expires: number
      }
      readonly instances: readonly {
        readonly label: string
        readonly server: string
        readonly name: string
        readonly tags: Readonly<Record<string, string>>
        readonly first_seen: number
        readonly last_seen: number
        readonly agent: string
        readonly watched: boolean
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
      readonly problems: { readonly open: number; readonly worst: 'OK' | 'WARNING' | 'CRITICAL' } | null
      readonly demo: { readonly available: boolean; readonly running: boolean; readonly reason: string }
    }
  }
  /** Start the demo database and watch it. Answers when it runs; a running one is left as it is. */
  readonly startDemo: { readonly reply: { readonly status: string } }
  /** Problems of all instances: open ones first, then those resolved last. */
  readonly listProblems: {
    readonly query: {
      readonly show?: 'open' | 'closed' | 'all' | undefined
      readonly severity?: 'WARNING' | 'CRITICAL' | undefined
      readonly pg_instance?: string | undefined
      readonly rule?: string | undefined
      readonly from?: string | undefined
      readonly to?: string | undefined
      readonly limit?: string | undefined
    }
    readonly reply: {
      readonly open: number
      readonly closed_24h: number
      readonly problems: readonly {
        readonly id: number
        readonly pg_instance: string
        readonly rule: string | null
        readonly check_name: string
        readonly state: 'OK' | 'WARNING' | 'CRITICAL'
        readonly worst: 'OK' | 'WARNING' | 'CRITICAL'
        readonly message: string
        readonly since: number
        readonly changed: number
        readonly resolved: number | null
        readonly custom: boolean
        readonly acknowledged: { readonly by: string; readonly at: number; readonly note: string } | null
        readonly silence: number | null
        readonly value: number | null
        readonly threshold: number | null
        readonly unit: string
        readonly extra_data: Readonly<Record<string, string | number | null>>
      }[]
    }
  }
  /** A problem with everything that has become of it. */
  readonly getProblem: {
    readonly params: { readonly problem: string }
    readonly reply: {
      readonly id: number
      readonly pg_instance: string
      readonly rule: string | null
      readonly check_name: string
      readonly state: 'OK' | 'WARNING' | 'CRITICAL'
      readonly worst: 'OK' | 'WARNING' | 'CRITICAL'
      readonly message: string
      readonly since: number
      readonly changed: number
      readonly resolved: number | null
      readonly custom: boolean
      readonly acknowledged: { readonly by: string; readonly at: number; readonly note: string } | null
      readonly silence: number | null
      readonly value: number | null
      readonly threshold: number | null
      readonly unit: string
      readonly extra_data: Readonly<Record<string, string | number | null>>
      readonly history: readonly {
        readonly time: number
        readonly event: 'opened' | 'worsened' | 'eased' | 'resolved' | 'acknowledged' | 'unacknowledged' | 'closed' | 'notified'
        readonly state: 'OK' | 'WARNING' | 'CRITICAL'
        readonly message: string
        readonly by: string
      }[]
    }
  }
  /** Say that somebody sees to an open problem. */
  readonly acknowledgeProblem: {
    readonly params: { readonly problem: string }
    readonly body: { readonly note?: string | undefined }
    readonly reply: {
      readonly id: number
      readonly pg_instance: string
      readonly rule: string | null
      readonly check_name: string
      readonly state: 'OK' | 'WARNING' | 'CRITICAL'
      readonly worst: 'OK' | 'WARNING' | 'CRITICAL'
      readonly message: string
      readonly since: number
      readonly changed: number
      readonly resolved: number | null
      readonly custom: boolean
      readonly acknowledged: { readonly by: string; readonly at: number; readonly note: string } | null
      readonly silence: number | null
      readonly value: number | null
      readonly threshold: number | null
      readonly unit: string
      readonly extra_data: Readonly<Record<string, string | number | null>>
      readonly history: readonly {
        readonly time: number
        readonly event: 'opened' | 'worsened' | 'eased' | 'resolved' | 'acknowledged' | 'unacknowledged' | 'closed' | 'notified'
        readonly state: 'OK' | 'WARNING' | 'CRITICAL'
        readonly message: string
        readonly by: string
      }[]
    }
  }
  /** Take an acknowledgement back. */
  readonly unacknowledgeProblem: {
    readonly params: { readonly problem: string }
    readonly reply: {
      readonly id: number
      readonly pg_instance: string
      readonly rule: string | null
      readonly check_name: string
      readonly state: 'OK' | 'WARNING' | 'CRITICAL'
      readonly worst: 'OK' | 'WARNING' | 'CRITICAL'
      readonly message: string
      readonly since: number
      readonly changed: number
      readonly resolved: number | null
      readonly custom: boolean
      readonly acknowledged: { readonly by: string; readonly at: number; readonly note: string } | null
      readonly silence: number | null
      readonly value: number | null
      readonly threshold: number | null
      readonly unit: string
      readonly extra_data: Readonly<Record<string, string | number | null>>
      readonly history: readonly {
        readonly time: number
        readonly event: 'opened' | 'worsened' | 'eased' | 'resolved' | 'acknowledged' | 'unacknowledged' | 'closed' | 'notified'
        readonly state: 'OK' | 'WARNING' | 'CRITICAL'
        readonly message: string
        readonly by: string
      }[]
    }
  }
  /** Close an open problem by hand. Its rule opens another one when it gets worse, or when it was over and comes back. */
  readonly closeProblem: {
    readonly params: { readonly problem: string }
    readonly body: { readonly note?: string | undefined }
    readonly reply: {
      readonly id: number
      readonly pg_instance: string
      readonly rule: string | null
      readonly check_name: string
      readonly state: 'OK' | 'WARNING' | 'CRITICAL'
      readonly worst: 'OK' | 'WARNING' | 'CRITICAL'
      readonly message: string
      readonly since: number
      readonly changed: number
      readonly resolved: number | null
      readonly custom: boolean
      readonly acknowledged: { readonly by: string; readonly at: number; readonly note: string } | null
      readonly silence: number | null
      readonly value: number | null
      readonly threshold: number | null
      readonly unit: string
      readonly extra_data: Readonly<Record<string, string | number | null>>
      readonly history: readonly {
        readonly time: number
        readonly event: 'opened' | 'worsened' | 'eased' | 'resolved' | 'acknowledged' | 'unacknowledged' | 'closed' | 'notified'
        readonly state: 'OK' | 'WARNING' | 'CRITICAL'
        readonly message: string
        readonly by: string
      }[]
    }
  }
  /** The reports the caller may read, with their columns and what may be asked. Those about one statement are not among them. */
  readonly listReports: {
    readonly reply: readonly {
      readonly id: string
      readonly title: string
      readonly doc: string
      readonly path: string
      readonly documented: boolean
      readonly columns: readonly {
        readonly name: string
        readonly kind: 'time' | 'text' | 'counter' | 'gauge'
        readonly doc: string
        readonly unit: 'count' | 'ms' | 's' | 'bytes' | 'blocks' | 'percent' | 'timestamp' | null
      }[]
      readonly by: readonly string[]
      readonly compute: boolean
      readonly group_by: boolean
      readonly include: readonly string[]
    }[]
  }
  /** Space that dead row versions take, estimated from the statistics: their part of the rows by the size of the table. Space that vacuum has freed and nothing uses yet is not in it. */
  readonly reportBloat: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly by?: 'dead_bytes' | 'dead_perc' | 'n_dead_tup' | 'size' | undefined
      readonly limit?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
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
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** How the databases grow, and how large they will be in 30 days. */
  readonly reportDatabaseGrowth: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly by?: 'growth_per_day' | 'growth' | 'size' | 'forecast_30d' | undefined
      readonly limit?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Deadlocks as the server’s log tells them: who waited for whom, and with which statements. */
  readonly reportDeadlocks: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Indexes that another index of the same table does the work of, because it has the same columns or begins with them, and that no constraint rests on. A left part that is much smaller may still be worth its space. */
  readonly reportDuplicateIndexes: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly by?: 'size' | 'idx_scan' | undefined
      readonly limit?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Transactions, slots, prepared transactions and standbys that kept dead rows from being cleaned up, at each reading. */
  readonly reportHorizon: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Indexes by their use in the range. */
  readonly reportIndexes: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly output?: 'json' | 'csv' | undefined
      readonly by?: 'idx_blks_hit' | 'idx_blks_read' | 'idx_scan' | 'idx_tup_fetch' | 'idx_tup_read' | 'relpages' | 'size' | undefined
      readonly limit?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Reads, writes and cache hits by kind of process, object and purpose, from version 16 on. */
  readonly reportIo: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly by?:
        'read_bytes' | 'write_bytes' | 'read_time' | 'write_time' | 'reads' | 'writes' | 'hits' | 'evictions' | 'extend_bytes' | 'fsyncs' | undefined
      readonly limit?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Who waited for whom, over time: one row per session of a tree of blockers and blocked, at each reading. */
  readonly reportLocks: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Entries of the server’s log one by one, as far as they were kept: errors first, at most 100 of a minute. */
  readonly reportLogEntries: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** What the server logged, and how often: every entry of its log is counted. */
  readonly reportLogMessages: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly by?: 'entries' | 'left_out' | undefined
      readonly limit?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** How much the server logged, by kind and severity. */
  readonly reportLogSeverities: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly compute?: 'summary' | 'details' | undefined
      readonly bucket?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Indexes of partitioned tables by their use in the range: those of all partitions added up under the one at the root. */
  readonly reportPartitionedIndexes: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly by?: 'size' | 'idx_scan' | 'idx_tup_read' | 'idx_tup_fetch' | 'idx_blks_hit' | 'idx_blks_read' | 'relpages' | undefined
      readonly limit?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** What was done to partitioned tables in the range: all partitions of a hierarchy, of whatever level, added up under its root. */
  readonly reportPartitionedTables: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly by?:
        | 'size'
        | 'seq_scan'
        | 'seq_tup_read'
        | 'idx_scan'
        | 'n_tup_ins'
        | 'n_tup_upd'
        | 'n_tup_del'
        | 'heap_blks_hit'
        | 'heap_blks_read'
        | 'n_dead_tup'
        | 'reltuples'
        | undefined
      readonly limit?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
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
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
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
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
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
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Estimated plans of one statement, a row per shape, with what was last estimated; a row without shape says why it could not be planned. */
  readonly reportPlans: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly query_md5_id: string
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
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
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** One statement as sessions sent it, with its values: at most one sample an hour. */
  readonly reportQuerySamples: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly query_md5_id: string
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** What one statement cost, minute by minute. */
  readonly reportQuery: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly bucket?: number | undefined
      readonly query_md5_id: string
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Slots, and the WAL that they keep from being removed. */
  readonly reportReplicationSlots: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly compute?: 'summary' | 'details' | undefined
      readonly bucket?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** How far standbys and other receivers of the WAL are behind. */
  readonly reportReplication: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly compute?: 'summary' | 'details' | undefined
      readonly bucket?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Whether samples of statements and their plans can be had from an instance, and what hinders it. */
  readonly reportSampling: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Time the instances spent answering each of our readings, and what failed. */
  readonly reportSelfCost: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly by?: 'total_ms' | 'max_ms' | 'failures' | 'runs' | 'rows' | 'mean_ms' | undefined
      readonly limit?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Processors, memory, network and disks of each server, where the agent runs on it. */
  readonly reportServer: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly output?: 'json' | 'csv' | undefined
      readonly compute?: 'summary' | 'details' | undefined
      readonly bucket?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Every sampled active session, one row per sample; where samples are no longer kept, one row per hour or day and distinct values, with how many there were. */
  readonly reportSessionHistory: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly output?: 'json' | 'csv' | undefined
      readonly include?: readonly ('idle_in_transaction' | 'background')[] | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Every sampled active session, one row per sample; where samples are no longer kept, one row per hour or day and distinct values, with how many there were. */
  readonly reportSessionsWorkload: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly output?: 'json' | 'csv' | undefined
      readonly include?: readonly ('idle_in_transaction' | 'background')[] | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Settings whose value changed, seen within an hour of the change. */
  readonly reportSettingChanges: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Statements that the server logged because they took longer than log_min_duration_statement, added up by what they do. */
  readonly reportSlowStatements: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly by?: 'duration' | 'entries' | 'longest' | 'mean_duration' | undefined
      readonly limit?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** How the tables grow, with their TOAST tables and without indexes, and how large they will be in 30 days. */
  readonly reportTableGrowth: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly by?: 'growth_per_day' | 'growth' | 'size' | 'forecast_30d' | undefined
      readonly limit?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Tables by what was done to them in the range. */
  readonly reportTables: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly output?: 'json' | 'csv' | undefined
      readonly by?:
        | 'heap_blks_hit'
        | 'heap_blks_read'
        | 'idx_blks_hit'
        | 'idx_blks_read'
        | 'idx_scan'
        | 'n_tup_del'
        | 'n_tup_hot_upd'
        | 'n_tup_ins'
        | 'idx_tup_fetch'
        | 'n_tup_upd'
        | 'relid'
        | 'relkind'
        | 'relpages'
        | 'reltuples'
        | 'seq_scan'
        | 'seq_tup_read'
        | 'size'
        | 'tidx_blks_hit'
        | 'tidx_blks_read'
        | 'toast_blks_hit'
        | 'toast_blks_read'
        | 'vacuum_count'
        | 'autovacuum_count'
        | 'analyze_count'
        | 'autoanalyze_count'
        | undefined
      readonly limit?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** What the instances of each value of a tag used together. */
  readonly reportTopConsumers: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly output?: 'json' | 'csv' | undefined
      readonly by?: 'db_time' | 'memory' | 'data_size' | 'wal_size' | 'cache_blocks_hit' | 'disk_blocks_read' | undefined
      readonly limit?: number | undefined
      readonly group_by?: string | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
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
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** How far each database is from running out of transaction ids. */
  readonly reportTransactionAge: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly compute?: 'summary' | 'details' | undefined
      readonly bucket?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** Indexes that were not scanned once in the range and that nothing rests on: no unique index, primary key or constraint. Ask for a range that has the month’s end in it, and look at the replicas too. */
  readonly reportUnusedIndexes: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly by?: 'size' | undefined
      readonly limit?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** How near each table is to its next vacuum, analyze and freeze, by the settings of the server; settings of single tables are not known. */
  readonly reportVacuumNeed: {
    readonly body: {
      readonly utc_time?: boolean | undefined
      readonly from: string
      readonly to: string
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly output?: 'json' | 'csv' | undefined
      readonly by?: 'vacuum_due' | 'analyze_due' | 'freeze_due' | 'n_dead_tup' | 'xid_age' | undefined
      readonly limit?: number | undefined
    }
    readonly reply: readonly Readonly<Record<string, string | number | boolean | null>>[]
  }
  /** All roles; 404 when there is none. */
  readonly listRoles: {
    readonly reply: readonly {
      readonly name: string
      readonly access: readonly { readonly filters: readonly { readonly tag: string; readonly value: string }[] }[]
    }[]
  }
  /** Create a role: its users see the instances that match all filters of one of its elements. */
  readonly addRole: {
    readonly params: { readonly role: string }
    readonly body: { readonly access: readonly { readonly filters: readonly { readonly tag: string; readonly value: string }[] }[] }
    readonly reply: { readonly status: string }
  }
  /** A role. */
  readonly getRole: {
    readonly params: { readonly role: string }
    readonly reply: { readonly name: string; readonly access: readonly { readonly filters: readonly { readonly tag: string; readonly value: string }[] }[] }
  }
  /** The users who have a role. */
  readonly listRoleUsers: {
    readonly params: { readonly role: string }
    readonly reply: readonly {
      readonly id: number
      readonly login: string
      readonly email: string
      readonly profile: 'developer' | 'data admin'
      readonly privilege: 'read' | 'read write' | 'admin'
      readonly role: string
      readonly live_360: number
    }[]
  }
  /** Replace what a role shows. It counts from the next request of its users on. */
  readonly updateRole: {
    readonly params: { readonly role: string }
    readonly body: { readonly access: readonly { readonly filters: readonly { readonly tag: string; readonly value: string }[] }[] }
    readonly reply: { readonly status: string }
  }
  /** Remove a role that nobody has. */
  readonly deleteRole: { readonly params: { readonly role: string }; readonly reply: { readonly status: string } }
  /** All roles, with whom they restrict and what they show now; an empty list when there is none. */
  readonly listRoleEntries: {
    readonly reply: readonly {
      readonly name: string
      readonly access: readonly { readonly filters: readonly { readonly tag: string; readonly value: string }[] }[]
      readonly users: readonly string[]
      readonly instances: readonly string[]
    }[]
  }
  /** What a role with this access would show now. */
  readonly previewRole: {
    readonly body: { readonly access: readonly { readonly filters: readonly { readonly tag: string; readonly value: string }[] }[] }
    readonly reply: { readonly instances: readonly string[]; readonly unknown_tags: readonly string[] }
  }
  /** The tags there are and the values that instances carry now. */
  readonly listTags: { readonly reply: readonly { readonly tag: string; readonly values: readonly string[] }[] }
  /** Name, version and time of the platform. */
  readonly about: { readonly reply: { readonly name: string; readonly version: string; readonly time: string } }
  /** The alerting rules, how they are set, how many instances they are judged for now, and how often they fired in seven days. */
  readonly listRules: {
    readonly reply: readonly {
      readonly id: string
      readonly title: string
      readonly doc: string
      readonly measure: string
      readonly next: string
      readonly sql: string
      readonly unit: string
      readonly each: number
      readonly enabled: boolean
      readonly falling?: true | undefined
      readonly warning: number | null
      readonly critical: number | null
      readonly occurrences: number
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly channels: readonly number[] | null
      readonly shipped: { readonly warning: number | null; readonly critical: number | null; readonly occurrences: number }
      readonly changed: { readonly by: string; readonly at: number } | null
      readonly instances: number
      readonly fired: readonly number[]
    }[]
  }
  /** Change the thresholds of a rule, how long it must last, the instances it is for, or who is told. */
  readonly changeRule: {
    readonly params: { readonly rule: string }
    readonly body: {
      readonly enabled?: boolean | undefined
      readonly warning?: (number | null) | undefined
      readonly critical?: (number | null) | undefined
      readonly occurrences?: number | undefined
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly channels?: (readonly number[] | null) | undefined
    }
    readonly reply: {
      readonly id: string
      readonly title: string
      readonly doc: string
      readonly measure: string
      readonly next: string
      readonly sql: string
      readonly unit: string
      readonly each: number
      readonly enabled: boolean
      readonly falling?: true | undefined
      readonly warning: number | null
      readonly critical: number | null
      readonly occurrences: number
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly channels: readonly number[] | null
      readonly shipped: { readonly warning: number | null; readonly critical: number | null; readonly occurrences: number }
      readonly changed: { readonly by: string; readonly at: number } | null
      readonly instances: number
      readonly fired: readonly number[]
    }
  }
  /** Set a rule back to how it is shipped. */
  readonly resetRule: {
    readonly params: { readonly rule: string }
    readonly reply: {
      readonly id: string
      readonly title: string
      readonly doc: string
      readonly measure: string
      readonly next: string
      readonly sql: string
      readonly unit: string
      readonly each: number
      readonly enabled: boolean
      readonly falling?: true | undefined
      readonly warning: number | null
      readonly critical: number | null
      readonly occurrences: number
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly channels: readonly number[] | null
      readonly shipped: { readonly warning: number | null; readonly critical: number | null; readonly occurrences: number }
      readonly changed: { readonly by: string; readonly at: number } | null
      readonly instances: number
      readonly fired: readonly number[]
    }
  }
  /** The instances that match tag filters now. */
  readonly matchInstances: {
    readonly body: { readonly filters: readonly { readonly tag: string; readonly value: string }[] }
    readonly reply: { readonly count: number; readonly instances: readonly string[] }
  }
  /** Where a rule with these thresholds would have fired over what is stored, for up to 50 instances and 31 days. */
  readonly backTestRule: {
    readonly params: { readonly rule: string }
    readonly body: {
      readonly from: number
      readonly to: number
      readonly warning: number | null
      readonly critical: number | null
      readonly occurrences: number
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
    }
    readonly reply: {
      readonly fired: number
      readonly instances: readonly {
        readonly pg_instance: string
        readonly problems: readonly {
          readonly from: number
          readonly to: number | null
          readonly worst: 'OK' | 'WARNING' | 'CRITICAL'
          readonly message: string
        }[]
        readonly time: readonly number[]
        readonly value: readonly number[]
      }[]
      readonly left_out: number
    }
  }
  /** Settings of rules for some instances, in the order in which they count. */
  readonly listAlertTemplates: {
    readonly reply: readonly {
      readonly id: number
      readonly name: string
      readonly pg_instance: string | null
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly rules: Readonly<
        Record<
          string,
          {
            readonly enabled?: boolean | undefined
            readonly warning?: (number | null) | undefined
            readonly critical?: (number | null) | undefined
            readonly occurrences?: number | undefined
          }
        >
      >
      readonly instances: number
    }[]
  }
  /** Set rules for one instance, or for those that match tag filters. An instance’s own come before those by tags. */
  readonly addAlertTemplate: {
    readonly body: {
      readonly name: string
      readonly pg_instance?: string | null | undefined
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly rules: Readonly<
        Record<
          string,
          {
            readonly enabled?: boolean | undefined
            readonly warning?: (number | null) | undefined
            readonly critical?: (number | null) | undefined
            readonly occurrences?: number | undefined
          }
        >
      >
    }
    readonly reply: {
      readonly id: number
      readonly name: string
      readonly pg_instance: string | null
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly rules: Readonly<
        Record<
          string,
          {
            readonly enabled?: boolean | undefined
            readonly warning?: (number | null) | undefined
            readonly critical?: (number | null) | undefined
            readonly occurrences?: number | undefined
          }
        >
      >
      readonly instances: number
    }
  }
  /** Change a template. */
  readonly changeAlertTemplate: {
    readonly params: { readonly template: string }
    readonly body: {
      readonly name?: string | undefined
      readonly pg_instance?: string | null | undefined
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly rules?:
        | Readonly<
            Record<
              string,
              {
                readonly enabled?: boolean | undefined
                readonly warning?: (number | null) | undefined
                readonly critical?: (number | null) | undefined
                readonly occurrences?: number | undefined
              }
            >
          >
        | undefined
    }
    readonly reply: {
      readonly id: number
      readonly name: string
      readonly pg_instance: string | null
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly rules: Readonly<
        Record<
          string,
          {
            readonly enabled?: boolean | undefined
            readonly warning?: (number | null) | undefined
            readonly critical?: (number | null) | undefined
            readonly occurrences?: number | undefined
          }
        >
      >
      readonly instances: number
    }
  }
  /** Remove a template. */
  readonly deleteAlertTemplate: { readonly params: { readonly template: string }; readonly reply: { readonly status: string } }
  /** What is set for the platform as a whole. */
  readonly getSettings: {
    readonly reply: {
      readonly organization_name: string
      readonly time_zone: string
      readonly retention: { readonly minutes_days: number; readonly hours_days: number; readonly days_days: number; readonly bytes: number }
      readonly audit_days: number
      readonly mask_passwords: boolean
    }
  }
  /** Change the settings that are sent. */
  readonly changeSettings: {
    readonly body: {
      readonly organization_name?: string | undefined
      readonly time_zone?: string | undefined
      readonly retention?:
        | {
            readonly minutes_days?: number | undefined
            readonly hours_days?: number | undefined
            readonly days_days?: number | undefined
            readonly bytes?: number | undefined
          }
        | undefined
      readonly audit_days?: number | undefined
      readonly mask_passwords?: boolean | undefined
    }
    readonly reply: {
      readonly organization_name: string
      readonly time_zone: string
      readonly retention: { readonly minutes_days: number; readonly hours_days: number; readonly days_days: number; readonly bytes: number }
      readonly audit_days: number
      readonly mask_passwords: boolean
    }
  }
  /** The directory server by which users without a password here sign in; null when none is set. */
  readonly getLdap: {
    readonly reply: {
      readonly url: string
      readonly start_tls: boolean
      readonly ca: string
      readonly user_dn: string
      readonly search: { readonly base: string; readonly filter: string; readonly bind_dn: string; readonly bind_password?: string | undefined } | null
    } | null
  }
  /** Set the directory server. Local users are not affected. */
  readonly setLdap: {
    readonly body: {
      readonly url: string
      readonly start_tls?: boolean | undefined
      readonly ca?: string | undefined
      readonly user_dn?: string | undefined
      readonly search?:
        | ({ readonly base: string; readonly filter: string; readonly bind_dn?: string | undefined; readonly bind_password?: string | undefined } | null)
        | undefined
    }
    readonly reply: {
      readonly url: string
      readonly start_tls: boolean
      readonly ca: string
      readonly user_dn: string
      readonly search: { readonly base: string; readonly filter: string; readonly bind_dn: string; readonly bind_password?: string | undefined } | null
    } | null
  }
  /** Do without a directory server: its users cannot sign in any more. */
  readonly removeLdap: { readonly reply: { readonly status: string } }
  /** Try whether a user of the directory can sign in, and say why not. */
  readonly testLdap: { readonly body: { readonly user: string; readonly password: string }; readonly reply: { readonly ok: boolean; readonly cause: string } }
  /** Who has written what and who has signed in, newest first, in pages. */
  readonly listAudit: {
    readonly query: {
      readonly before?: string | undefined
      readonly limit?: string | undefined
      readonly user?: string | undefined
      readonly operation?: string | undefined
      readonly path?: string | undefined
      readonly from?: string | undefined
      readonly to?: string | undefined
    }
    readonly reply: {
      readonly entries: readonly {
        readonly id: number
        readonly time: number
        readonly login: string
        readonly email: string
        readonly address: string
        readonly operation: string
        readonly method: string
        readonly path: string
        readonly request: unknown
        readonly before: unknown
        readonly after: unknown
        readonly failure: string
      }[]
      readonly next: number | null
      readonly operations: readonly string[]
    }
  }
  /** Silences that are in effect or will be; with `ended=true` those of the last 30 days, too. */
  readonly listSilences: {
    readonly query: { readonly ended?: 'true' | 'false' | undefined }
    readonly reply: readonly {
      readonly id: number
      readonly pg_instance: string | null
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly rule: string | null
      readonly reason: string
      readonly from: number
      readonly until: number | null
      readonly created_by: string
      readonly created: number
      readonly ended: { readonly by: string; readonly at: number } | null
      readonly active: boolean
      readonly instances: readonly string[]
      readonly hides: number
    }[]
  }
  /** Silence an instance, or those that match tag filters, for one rule or all. Problems are still found; nobody is told of them until it ends. */
  readonly addSilence: {
    readonly body: {
      readonly pg_instance?: string | null | undefined
      readonly filters?: readonly { readonly tag: string; readonly value: string }[] | undefined
      readonly rule?: string | null | undefined
      readonly reason?: string | undefined
      readonly from?: number | undefined
      readonly until?: number | null | undefined
    }
    readonly reply: {
      readonly id: number
      readonly pg_instance: string | null
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly rule: string | null
      readonly reason: string
      readonly from: number
      readonly until: number | null
      readonly created_by: string
      readonly created: number
      readonly ended: { readonly by: string; readonly at: number } | null
      readonly active: boolean
      readonly instances: readonly string[]
      readonly hides: number
    }
  }
  /** End a silence now. */
  readonly endSilence: {
    readonly params: { readonly silence: string }
    readonly reply: {
      readonly id: number
      readonly pg_instance: string | null
      readonly filters: readonly { readonly tag: string; readonly value: string }[]
      readonly rule: string | null
      readonly reason: string
      readonly from: number
      readonly until: number | null
      readonly created_by: string
      readonly created: number
      readonly ended: { readonly by: string; readonly at: number } | null
      readonly active: boolean
      readonly instances: readonly string[]
      readonly hides: number
    }
  }
  /** Issue an access token, valid for 24 hours. */
  readonly createToken: { readonly reply: { readonly 'user-token': string } }
  /** Whose token it is and when it expires; asked by its owner or an administrator. The parameter is `token` or `user-token`; without it a token is issued, as clients from before the POST expect. */
  readonly showToken: {
    readonly query: { readonly token?: string | undefined; readonly 'user-token'?: string | undefined }
    readonly reply:
      { readonly email: string; readonly expire_time: string; readonly organization_name: string; readonly user: string } | { readonly 'user-token': string }
  }
  /** Trade a valid access token for a fresh one, so that a screen left open stays signed in. */
  readonly renewSession: { readonly reply: { readonly 'user-token': string } }
  /** Who is signed in, and what they may. */
  readonly getSession: {
    readonly reply: {
      readonly email: string
      readonly login: string
      readonly privilege: 'read' | 'read write' | 'admin'
      readonly profile: 'developer' | 'data admin'
      readonly live_360: number
      readonly roles: readonly string[]
      readonly restricted: boolean
      readonly ldap: boolean
      readonly organization_name: string
      readonly expires: number
    }
  }
  /** Sign out: the access token ends at once. */
  readonly endSession: { readonly reply: { readonly status: string } }
  /** Change one's own password. Every token of the user ends; the answer carries a fresh one. */
  readonly changeOwnPassword: { readonly body: { readonly old_password: string; readonly password: string }; readonly reply: { readonly 'user-token': string } }
  /** One's own valid access tokens, newest first; never the tokens themselves. */
  readonly listOwnTokens: {
    readonly reply: readonly {
      readonly id: string
      readonly name: string
      readonly issued: number
      readonly expires: number
      readonly address: string
      readonly present: boolean
    }[]
  }
  /** Issue an access token with the asker's rights and a name, for a script. It is told in this answer only. */
  readonly addOwnToken: {
    readonly body: { readonly name: string; readonly hours: number }
    readonly reply: { readonly 'user-token': string; readonly expires: number }
  }
  /** End one of one's own access tokens at once; it is named by the beginning of its hash, as it is listed. */
  readonly endOwnToken: { readonly params: { readonly token: string }; readonly reply: { readonly status: string } }
  /** All users. */
  readonly listUsers: {
    readonly reply: readonly {
      readonly id: number
      readonly login: string
      readonly email: string
      readonly profile: 'developer' | 'data admin'
      readonly privilege: 'read' | 'read write' | 'admin'
      readonly roles: readonly string[]
      readonly live_360: number
      readonly comment: string
    }[]
  }
  /** Create a user. Without `ldap` a password is needed; without privilege and roles it is an administrator of everything. */
  readonly addUser: {
    readonly params: { readonly email: string }
    readonly body: {
      readonly password?: string | undefined
      readonly privilege?: 'read' | 'read write' | 'admin' | undefined
      readonly profile?: 'developer' | 'data admin' | undefined
      readonly live_360?: (0 | 1 | '0' | '1') | undefined
      readonly roles?: readonly string[] | undefined
      readonly role?: string | undefined
      readonly comment?: string | undefined
      readonly ldap?: boolean | undefined
    }
    readonly reply: { readonly status: string }
  }
  /** A user. */
  readonly getUser: {
    readonly params: { readonly email: string }
    readonly reply: {
      readonly id: number
      readonly login: string
      readonly email: string
      readonly profile: 'developer' | 'data admin'
      readonly privilege: 'read' | 'read write' | 'admin'
      readonly roles: readonly string[]
      readonly live_360: number
      readonly comment: string
    }
  }
  /** Change what is sent of a user and leave the rest. Another password or privilege ends their access tokens. */
  readonly updateUser: {
    readonly params: { readonly email: string }
    readonly body: {
      readonly password?: string | undefined
      readonly privilege?: 'read' | 'read write' | 'admin' | undefined
      readonly profile?: 'developer' | 'data admin' | undefined
      readonly live_360?: (0 | 1 | '0' | '1') | undefined
      readonly roles?: readonly string[] | undefined
      readonly role?: string | undefined
      readonly comment?: string | undefined
    }
    readonly reply: { readonly status: string }
  }
  /** Remove a user; their access tokens end at once. */
  readonly deleteUser: { readonly params: { readonly email: string }; readonly reply: { readonly message: string } }
  /** Give a user a role besides those they have. */
  readonly assignRole: { readonly params: { readonly email: string; readonly role: string }; readonly reply: { readonly status: string } }
  /** Take a role from a user. Without any role they see every instance. */
  readonly removeRoleOfUser: { readonly params: { readonly email: string; readonly role: string }; readonly reply: { readonly status: string } }
  /** End every access token of a user at once; they may sign in again. */
  readonly endUserTokens: { readonly params: { readonly email: string }; readonly reply: { readonly status: string } }
  /** All users, with what the published list does not tell. */
  readonly listUserEntries: {
    readonly reply: readonly {
      readonly id: number
      readonly login: string
      readonly email: string
      readonly profile: 'developer' | 'data admin'
      readonly privilege: 'read' | 'read write' | 'admin'
      readonly roles: readonly string[]
      readonly live_360: number
      readonly comment: string
      readonly ldap: boolean
      readonly last_admin: boolean
      readonly last_sign_in: number | null
      readonly tokens: number
    }[]
  }
}

export const platformApi: Readonly<Record<keyof PlatformApi, Operation>> = {
  addAgentless: { method: 'POST', path: '/ds-api/pool/pg-instances/:connection_name', right: 'admin' },
  getAgentless: { method: 'GET', path: '/ds-api/pool/pg-instances/:connection_name', right: 'read' },
  updateAgentless: { method: 'PUT', path: '/ds-api/pool/pg-instances/:connection_name', right: 'admin' },
  deleteAgentless: { method: 'DELETE', path: '/ds-api/pool/pg-instances/:connection_name', right: 'admin' },
  enableAgentless: { method: 'PATCH', path: '/ds-api/pool/pg-instances/:connection_name/enable', right: 'read write' },
  disableAgentless: { method: 'PATCH', path: '/ds-api/pool/pg-instances/:connection_name/disable', right: 'read write' },
  enableAgentlessSamples: { method: 'PATCH', path: '/ds-api/app/pool/pg-instances/:connection_name/enable-samples', right: 'admin' },
  disableAgentlessSamples: { method: 'PATCH', path: '/ds-api/app/pool/pg-instances/:connection_name/disable-samples', right: 'admin' },
  enableAgentlessLockMonitoring: { method: 'PATCH', path: '/ds-api/app/pool/pg-instances/:connection_name/enable-lock-monitoring', right: 'admin' },
  disableAgentlessLockMonitoring: { method: 'PATCH', path: '/ds-api/app/pool/pg-instances/:connection_name/disable-lock-monitoring', right: 'admin' },
  enableAgentlessTableMonitoring: { method: 'PATCH', path: '/ds-api/app/pool/pg-instances/:connection_name/enable-table-monitoring', right: 'admin' },
  disableAgentlessTableMonitoring: { method: 'PATCH', path: '/ds-api/app/pool/pg-instances/:connection_name/disable-table-monitoring', right: 'admin' },
  enableAgentlessQueryMonitoring: { method: 'PATCH', path: '/ds-api/app/pool/pg-instances/:connection_name/enable-query-monitoring', right: 'admin' },
  disableAgentlessQueryMonitoring: { method: 'PATCH', path: '/ds-api/app/pool/pg-instances/:connection_name/disable-query-monitoring', right: 'admin' },
  enableAgentlessQueryMonitoringOptimize: {
    method: 'PATCH',
    path: '/ds-api/app/pool/pg-instances/:connection_name/enable-query-monitoring-optimize',
    right: 'admin',
  },
  disableAgentlessQueryMonitoringOptimize: {
    method: 'PATCH',
    path: '/ds-api/app/pool/pg-instances/:connection_name/disable-query-monitoring-optimize',
    right: 'admin',
  },
  setAgentlessLockMonitoringDelay: { method: 'PATCH', path: '/ds-api/app/pool/pg-instances/:connection_name/lock-monitoring-delay/:value', right: 'admin' },
  setAgentlessQueryMonitoringMinCalls: {
    method: 'PATCH',
    path: '/ds-api/app/pool/pg-instances/:connection_name/query-monitoring-min-calls/:value',
    right: 'admin',
  },
  setAgentlessQueryMonitoringMinTime: {
    method: 'PATCH',
    path: '/ds-api/app/pool/pg-instances/:connection_name/query-monitoring-min-time/:value',
    right: 'admin',
  },
  listAgentless: { method: 'GET', path: '/ds-api/app/pool/pg-instances', right: 'read' },
  getAgentlessEntry: { method: 'GET', path: '/ds-api/app/pool/pg-instances/:connection_name', right: 'read' },
  testAgentless: { method: 'POST', path: '/ds-api/app/pool/test', right: 'admin' },
  getAgentlessCapabilities: { method: 'GET', path: '/ds-api/app/pool/pg-instances/:connection_name/capabilities', right: 'read' },
  tuneAgentless: { method: 'PATCH', path: '/ds-api/app/pool/pg-instances/:connection_name', right: 'admin' },
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
  getAlertingStatus: { method: 'GET', path: '/ds-api/alerting/:pg_instance/status', right: 'read' },
  enableAlerting: { method: 'PATCH', path: '/ds-api/alerting/:pg_instance/enable', right: 'read write' },
  disableAlerting: { method: 'PATCH', path: '/ds-api/alerting/:pg_instance/disable', right: 'read write' },
  listInstanceProblems: { method: 'GET', path: '/ds-api/alerting/:pg_instance/problems', right: 'read' },
  addInstanceProblem: { method: 'POST', path: '/ds-api/alerting/:pg_instance/problems', right: 'read write' },
  getAlerting: { method: 'GET', path: '/ds-api/app/alerting', right: 'read' },
  switchAlerting: { method: 'PUT', path: '/ds-api/app/alerting', right: 'admin' },
  listChannels: { method: 'GET', path: '/ds-api/app/channels', right: 'admin' },
  addChannel: { method: 'POST', path: '/ds-api/app/channels', right: 'admin' },
  changeChannel: { method: 'PATCH', path: '/ds-api/app/channels/:channel', right: 'admin' },
  deleteChannel: { method: 'DELETE', path: '/ds-api/app/channels/:channel', right: 'admin' },
  testChannel: { method: 'POST', path: '/ds-api/app/channels/:channel/test', right: 'admin' },
  activityLoad: { method: 'POST', path: '/ds-api/app/activity/load', right: 'developer' },
  activityTop: { method: 'POST', path: '/ds-api/app/activity/top', right: 'developer' },
  activityCompare: { method: 'POST', path: '/ds-api/app/activity/compare', right: 'developer' },
  overview: { method: 'GET', path: '/ds-api/app/overview', right: 'developer' },
  startDemo: { method: 'POST', path: '/ds-api/app/demo', right: 'admin' },
  listProblems: { method: 'GET', path: '/ds-api/app/problems', right: 'read' },
  getProblem: { method: 'GET', path: '/ds-api/app/problems/:problem', right: 'read' },
  acknowledgeProblem: { method: 'PUT', path: '/ds-api/app/problems/:problem/acknowledgement', right: 'read write' },
  unacknowledgeProblem: { method: 'DELETE', path: '/ds-api/app/problems/:problem/acknowledgement', right: 'read write' },
  closeProblem: { method: 'POST', path: '/ds-api/app/problems/:problem/close', right: 'read write' },
  listReports: { method: 'GET', path: '/ds-api/app/reports', right: 'developer' },
  reportBloat: { method: 'POST', path: '/ds-api/app/reports/bloat', right: 'read' },
  reportDataSize: { method: 'POST', path: '/ds-api/activity/data-size', right: 'read' },
  reportDatabaseGrowth: { method: 'POST', path: '/ds-api/app/reports/database-growth', right: 'read' },
  reportDeadlocks: { method: 'POST', path: '/ds-api/app/reports/deadlocks', right: 'read' },
  reportDuplicateIndexes: { method: 'POST', path: '/ds-api/app/reports/duplicate-indexes', right: 'read' },
  reportHorizon: { method: 'POST', path: '/ds-api/app/reports/horizon', right: 'read' },
  reportIndexes: { method: 'POST', path: '/ds-api/activity/indexes', right: 'read' },
  reportIo: { method: 'POST', path: '/ds-api/app/reports/io', right: 'read' },
  reportLocks: { method: 'POST', path: '/ds-api/app/reports/locks', right: 'developer' },
  reportLogEntries: { method: 'POST', path: '/ds-api/app/reports/log-entries', right: 'read' },
  reportLogMessages: { method: 'POST', path: '/ds-api/app/reports/log-messages', right: 'read' },
  reportLogSeverities: { method: 'POST', path: '/ds-api/app/reports/log-severities', right: 'read' },
  reportPartitionedIndexes: { method: 'POST', path: '/ds-api/app/reports/partitioned-indexes', right: 'read' },
  reportPartitionedTables: { method: 'POST', path: '/ds-api/app/reports/partitioned-tables', right: 'read' },
  reportPgBackground: { method: 'POST', path: '/ds-api/activity/pg-background', right: 'read' },
  reportPgInstanceInfos: { method: 'POST', path: '/ds-api/activity/pg-instance-infos', right: 'developer' },
  reportPgInstance: { method: 'POST', path: '/ds-api/activity/pg-instance', right: 'read' },
  reportPlans: { method: 'POST', path: '/ds-api/app/reports/plans', right: 'developer' },
  reportQueriesSummary: { method: 'POST', path: '/ds-api/activity/queries-summary', right: 'developer' },
  reportQuerySamples: { method: 'POST', path: '/ds-api/app/reports/query-samples', right: 'read' },
  reportQuery: { method: 'POST', path: '/ds-api/activity/query', right: 'developer' },
  reportReplicationSlots: { method: 'POST', path: '/ds-api/app/reports/replication-slots', right: 'read' },
  reportReplication: { method: 'POST', path: '/ds-api/app/reports/replication', right: 'read' },
  reportSampling: { method: 'POST', path: '/ds-api/app/reports/sampling', right: 'developer' },
  reportSelfCost: { method: 'POST', path: '/ds-api/app/reports/self-cost', right: 'read' },
  reportServer: { method: 'POST', path: '/ds-api/activity/server', right: 'read' },
  reportSessionHistory: { method: 'POST', path: '/ds-api/activity/session-history', right: 'developer' },
  reportSessionsWorkload: { method: 'POST', path: '/ds-api/activity/sessions-workload', right: 'developer' },
  reportSettingChanges: { method: 'POST', path: '/ds-api/app/reports/setting-changes', right: 'read' },
  reportSlowStatements: { method: 'POST', path: '/ds-api/app/reports/slow-statements', right: 'read' },
  reportTableGrowth: { method: 'POST', path: '/ds-api/app/reports/table-growth', right: 'read' },
  reportTables: { method: 'POST', path: '/ds-api/activity/tables', right: 'read' },
  reportTopConsumers: { method: 'POST', path: '/ds-api/activity/top-consumers', right: 'read' },
  reportTopQueries: { method: 'POST', path: '/ds-api/activity/top-queries', right: 'developer' },
  reportTransactionAge: { method: 'POST', path: '/ds-api/app/reports/transaction-age', right: 'read' },
  reportUnusedIndexes: { method: 'POST', path: '/ds-api/app/reports/unused-indexes', right: 'read' },
  reportVacuumNeed: { method: 'POST', path: '/ds-api/app/reports/vacuum-need', right: 'read' },
  listRoles: { method: 'GET', path: '/ds-api/roles', right: 'admin' },
  addRole: { method: 'POST', path: '/ds-api/roles/:role', right: 'admin' },
  getRole: { method: 'GET', path: '/ds-api/roles/:role', right: 'admin' },
  listRoleUsers: { method: 'GET', path: '/ds-api/roles/:role/users', right: 'admin' },
  updateRole: { method: 'PUT', path: '/ds-api/roles/:role', right: 'admin' },
  deleteRole: { method: 'DELETE', path: '/ds-api/roles/:role', right: 'admin' },
  listRoleEntries: { method: 'GET', path: '/ds-api/app/roles', right: 'admin' },
  previewRole: { method: 'POST', path: '/ds-api/app/roles/preview', right: 'admin' },
  listTags: { method: 'GET', path: '/ds-api/app/tags', right: 'admin' },
  about: { method: 'GET', path: '/ds-api/', right: 'public' },
  listRules: { method: 'GET', path: '/ds-api/app/rules', right: 'read' },
  changeRule: { method: 'PATCH', path: '/ds-api/app/rules/:rule', right: 'admin' },
  resetRule: { method: 'DELETE', path: '/ds-api/app/rules/:rule/settings', right: 'admin' },
  matchInstances: { method: 'POST', path: '/ds-api/app/rules/matches', right: 'read' },
  backTestRule: { method: 'POST', path: '/ds-api/app/rules/:rule/back-test', right: 'read' },
  listAlertTemplates: { method: 'GET', path: '/ds-api/app/alert-templates', right: 'read' },
  addAlertTemplate: { method: 'POST', path: '/ds-api/app/alert-templates', right: 'admin' },
  changeAlertTemplate: { method: 'PATCH', path: '/ds-api/app/alert-templates/:template', right: 'admin' },
  deleteAlertTemplate: { method: 'DELETE', path: '/ds-api/app/alert-templates/:template', right: 'admin' },
  getSettings: { method: 'GET', path: '/ds-api/app/settings', right: 'admin' },
  changeSettings: { method: 'PATCH', path: '/ds-api/app/settings', right: 'admin' },
  getLdap: { method: 'GET', path: '/ds-api/app/ldap', right: 'admin' },
  setLdap: { method: 'PUT', path: '/ds-api/app/ldap', right: 'admin' },
  removeLdap: { method: 'DELETE', path: '/ds-api/app/ldap', right: 'admin' },
  testLdap: { method: 'POST', path: '/ds-api/app/ldap/test', right: 'admin' },
  listAudit: { method: 'GET', path: '/ds-api/app/audit', right: 'admin' },
  listSilences: { method: 'GET', path: '/ds-api/app/silences', right: 'read' },
  addSilence: { method: 'POST', path: '/ds-api/app/silences', right: 'read write' },
  endSilence: { method: 'DELETE', path: '/ds-api/app/silences/:silence', right: 'read write' },
  createToken: { method: 'POST', path: '/ds-api/user-token', right: 'basic' },
  showToken: { method: 'GET', path: '/ds-api/user-token', right: 'basic' },
  renewSession: { method: 'POST', path: '/ds-api/app/session/renew', right: 'developer' },
  getSession: { method: 'GET', path: '/ds-api/app/session', right: 'developer' },
  endSession: { method: 'DELETE', path: '/ds-api/app/session', right: 'developer' },
  changeOwnPassword: { method: 'PUT', path: '/ds-api/app/session/password', right: 'developer' },
  listOwnTokens: { method: 'GET', path: '/ds-api/app/tokens', right: 'developer' },
  addOwnToken: { method: 'POST', path: '/ds-api/app/tokens', right: 'developer' },
  endOwnToken: { method: 'DELETE', path: '/ds-api/app/tokens/:token', right: 'developer' },
  listUsers: { method: 'GET', path: '/ds-api/users', right: 'admin' },
  addUser: { method: 'POST', path: '/ds-api/users/:email', right: 'admin' },
  getUser: { method: 'GET', path: '/ds-api/users/:email', right: 'admin' },
  updateUser: { method: 'PUT', path: '/ds-api/users/:email', right: 'admin' },
  deleteUser: { method: 'DELETE', path: '/ds-api/users/:email', right: 'admin' },
  assignRole: { method: 'POST', path: '/ds-api/users/:email/role/:role', right: 'admin' },
  removeRoleOfUser: { method: 'DELETE', path: '/ds-api/users/:email/role/:role', right: 'admin' },
  endUserTokens: { method: 'DELETE', path: '/ds-api/app/users/:email/tokens', right: 'admin' },
  listUserEntries: { method: 'GET', path: '/ds-api/app/users', right: 'admin' },
}
