// Written by build/gen.ts. Do not edit.
import type { Operation } from './client.ts'

export interface AgentApi {
  /** State of the agent. User and password of the proxy are shown only with the license key in the header 'api-token'. */
  readonly getAgentStatus: {
    readonly reply: {
      readonly version: string
      readonly server: string
      readonly port: number
      readonly last_upload: string
      readonly 'collection-rate': string
      readonly remove_proxy_os_env: boolean
      readonly 'tables-monitoring-limit': number
      readonly 'query-monitoring-limit': number
      readonly 'sql-max-size': number
      readonly start_time: string
      readonly proxy: { readonly host: string; readonly port: number; readonly user: string; readonly password: string }
      readonly upload_server: { readonly host: string; readonly port: number }
      readonly connections: { readonly connections: number; readonly running: number; readonly 'not running': number }
    }
  }
  /** Ends collection and closes this interface, after the answer. */
  readonly stopAgent: { readonly reply: { readonly status: string } }
  /** Sets the port the agent listens on when it is started the next time, and stops it. */
  readonly setAgentPort: { readonly params: { readonly port: string }; readonly reply: { readonly status: string } }
  /** Tables and indexes of a connection are monitored while it has fewer tables than this. */
  readonly setTablesMonitoringLimit: { readonly params: { readonly limit: string }; readonly reply: { readonly status: string } }
  /** Query monitoring of a connection pauses until midnight when it has seen more query ids than this in the day. */
  readonly setQueryMonitoringLimit: { readonly params: { readonly limit: string }; readonly reply: { readonly status: string } }
  /** What hinders uploads and connections, and what is kept because of it. */
  readonly getAgentHealth: {
    readonly reply: {
      readonly upload: { readonly cause: string; readonly since: string; readonly last_upload: string; readonly clock_offset_ms: number }
      readonly spool: { readonly batches: number; readonly bytes: number; readonly dropped: number }
      readonly dead_letters: {
        readonly batches: number
        readonly bytes: number
        readonly newest: readonly {
          readonly seq: number
          readonly connection: string
          readonly time: string
          readonly status: number
          readonly error: string
        }[]
      }
      readonly connections: readonly {
        readonly name: string
        readonly enabled: boolean
        readonly connected: boolean
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
  }
  /** Settings of the agent that have no operation in the published interface. */
  readonly getAgentSettings: {
    readonly reply: {
      readonly collection_rate: 'low' | 'high'
      readonly remove_proxy_os_env: boolean
      readonly mask_passwords: boolean
      readonly spool_bytes: number
      readonly spool_hours: number
    }
  }
  /** Changes the settings that are sent. */
  readonly setAgentSettings: {
    readonly body: {
      readonly collection_rate?: 'low' | 'high' | undefined
      readonly remove_proxy_os_env?: boolean | undefined
      readonly mask_passwords?: boolean | undefined
      readonly spool_bytes?: number | undefined
      readonly spool_hours?: number | undefined
    }
    readonly reply: {
      readonly collection_rate: 'low' | 'high'
      readonly remove_proxy_os_env: boolean
      readonly mask_passwords: boolean
      readonly spool_bytes: number
      readonly spool_hours: number
    }
  }
  /** Changes what the published interface cannot: the collection rate (null: the agent's), the database connected to, how the session is secured, whether samples may hold literals, whether plans are estimated. */
  readonly setConnectionSettings: {
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
  /** Connects without saving anything: whether it works, what the server can tell, and what would mend the rest. */
  readonly testConnection: {
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
  /** What the server of a declared connection can tell, asked now, and what would mend the rest. */
  readonly getCapabilities: {
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
  /** The upload server with the certificate that it shows now and the one that was accepted. Nothing is sent to it. */
  readonly lookAtUploadServer: {
    readonly reply: {
      readonly host: string
      readonly port: number
      readonly own: boolean
      readonly certificate: {
        readonly accepted: { readonly fingerprint: string; readonly pin: string } | null
        readonly seen: { readonly fingerprint: string; readonly pin: string } | null
      }
      readonly cause: string
    }
  }
  /** Accept the certificate that the upload server shows now, when it has this fingerprint. From then on only its public key is believed there. */
  readonly acceptUploadServer: { readonly body: { readonly fingerprint: string }; readonly reply: { readonly status: string } }
  /** Forget the chosen upload server. An agent that is part of a platform uploads to that one again. */
  readonly resetUploadServer: { readonly reply: { readonly status: string } }
  /** The declared connections. */
  readonly listConnections: {
    readonly reply: readonly {
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
    }[]
  }
  /** Enables all connections. */
  readonly enableConnections: { readonly reply: { readonly status: string } }
  /** Disables all connections; their sessions are closed. */
  readonly disableConnections: { readonly reply: { readonly status: string } }
  /** Declares a connection and begins to monitor it. Answers when it is connected, or after 5 s with the cause why it is not. */
  readonly addConnection: {
    readonly params: { readonly connection_name: string }
    readonly body: {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly password?: string | undefined
      readonly tags: string
      readonly database?: string | undefined
      readonly sslmode?: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full' | undefined
    }
    readonly reply: { readonly status: string }
  }
  /** A declared connection. */
  readonly getConnection: {
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
  /** Changes what is sent and leaves the rest. A change of address or login reconnects. */
  readonly updateConnection: {
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
  /** Removes a connection; its session is closed. */
  readonly deleteConnection: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Sets the HTTP proxy (CONNECT) between the agent and the upload server. A password as it is masked means the one that is kept. */
  readonly setProxy: {
    readonly body: { readonly host: string; readonly port: number; readonly user?: string | undefined; readonly password?: string | undefined }
    readonly reply: { readonly status: string }
  }
  /** The proxy that is set; empty texts and port 0 when none is. */
  readonly getProxy: { readonly reply: { readonly host: string; readonly port: number; readonly user: string; readonly password: string } }
  /** Removes the proxy: uploads go straight to the upload server. */
  readonly deleteProxy: { readonly reply: { readonly status: string } }
  /** Sets the platform that everything collected is uploaded to. */
  readonly setUploadServer: { readonly body: { readonly host: string; readonly port: number }; readonly reply: { readonly status: string } }
  /** The platform that everything collected is uploaded to; an empty host and port 0 when none is set. */
  readonly getUploadServer: { readonly reply: { readonly host: string; readonly port: number } }
  /** Makes a round trip to the upload server with the license key, through the proxy if there is one. Without the key in the header once in 2 s. */
  readonly testUpload: { readonly reply: { readonly status: string } }
  /** Switches a connection on. */
  readonly enableConnection: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switches a connection off. */
  readonly disableConnection: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switches query samples of a connection on. */
  readonly enableSamples: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switches query samples of a connection off. */
  readonly disableSamples: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switches lock monitoring of a connection on. */
  readonly enableLockMonitoring: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switches lock monitoring of a connection off. */
  readonly disableLockMonitoring: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switches table monitoring of a connection on. */
  readonly enableTableMonitoring: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switches table monitoring of a connection off. */
  readonly disableTableMonitoring: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switches query monitoring of a connection on. */
  readonly enableQueryMonitoring: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switches query monitoring of a connection off. */
  readonly disableQueryMonitoring: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switches query monitoring optimize of a connection on. */
  readonly enableQueryMonitoringOptimize: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** Switches query monitoring optimize of a connection off. */
  readonly disableQueryMonitoringOptimize: { readonly params: { readonly connection_name: string }; readonly reply: { readonly status: string } }
  /** A lock wait is recorded when it lasts longer than this, in seconds. */
  readonly setLockMonitoringDelay: {
    readonly params: { readonly connection_name: string; readonly value: string }
    readonly reply: { readonly status: string }
  }
  /** A query is uploaded for an interval in which it was called at least so often, or took the minimum time. */
  readonly setQueryMonitoringMinCalls: {
    readonly params: { readonly connection_name: string; readonly value: string }
    readonly reply: { readonly status: string }
  }
  /** A query is uploaded for an interval in which it took at least so many seconds, or had the minimum of calls. */
  readonly setQueryMonitoringMinTime: {
    readonly params: { readonly connection_name: string; readonly value: string }
    readonly reply: { readonly status: string }
  }
}

export const agentApi: Readonly<Record<keyof AgentApi, Operation>> = {
  getAgentStatus: { method: 'GET', path: '/api/agent/status', right: 'public' },
  stopAgent: { method: 'PUT', path: '/api/agent/stop', right: 'key' },
  setAgentPort: { method: 'PATCH', path: '/api/agent/port/:port', right: 'key' },
  setTablesMonitoringLimit: { method: 'PATCH', path: '/api/agent/tables-monitoring-limit/:limit', right: 'key' },
  setQueryMonitoringLimit: { method: 'PATCH', path: '/api/agent/query-monitoring-limit/:limit', right: 'key' },
  getAgentHealth: { method: 'GET', path: '/api/app/health', right: 'key' },
  getAgentSettings: { method: 'GET', path: '/api/app/settings', right: 'key' },
  setAgentSettings: { method: 'PATCH', path: '/api/app/settings', right: 'key' },
  setConnectionSettings: { method: 'PATCH', path: '/api/app/connections/:connection_name', right: 'key' },
  testConnection: { method: 'POST', path: '/api/app/connections/test', right: 'key' },
  getCapabilities: { method: 'GET', path: '/api/app/connections/:connection_name/capabilities', right: 'key' },
  lookAtUploadServer: { method: 'GET', path: '/api/app/server', right: 'key' },
  acceptUploadServer: { method: 'PUT', path: '/api/app/server/certificate', right: 'key' },
  resetUploadServer: { method: 'DELETE', path: '/api/app/server', right: 'key' },
  listConnections: { method: 'GET', path: '/api/connections', right: 'key' },
  enableConnections: { method: 'PATCH', path: '/api/connections/enable', right: 'key' },
  disableConnections: { method: 'PATCH', path: '/api/connections/disable', right: 'key' },
  addConnection: { method: 'POST', path: '/api/connections/:connection_name', right: 'key' },
  getConnection: { method: 'GET', path: '/api/connections/:connection_name', right: 'key' },
  updateConnection: { method: 'PUT', path: '/api/connections/:connection_name', right: 'key' },
  deleteConnection: { method: 'DELETE', path: '/api/connections/:connection_name', right: 'key' },
  setProxy: { method: 'POST', path: '/api/proxy', right: 'key' },
  getProxy: { method: 'GET', path: '/api/proxy', right: 'key' },
  deleteProxy: { method: 'DELETE', path: '/api/proxy', right: 'key' },
  setUploadServer: { method: 'PUT', path: '/api/server', right: 'key' },
  getUploadServer: { method: 'GET', path: '/api/server', right: 'public' },
  testUpload: { method: 'POST', path: '/api/server/test-upload', right: 'public' },
  enableConnection: { method: 'PATCH', path: '/api/connections/:connection_name/enable', right: 'key' },
  disableConnection: { method: 'PATCH', path: '/api/connections/:connection_name/disable', right: 'key' },
  enableSamples: { method: 'PATCH', path: '/api/connections/:connection_name/enable-samples', right: 'key' },
  disableSamples: { method: 'PATCH', path: '/api/connections/:connection_name/disable-samples', right: 'key' },
  enableLockMonitoring: { method: 'PATCH', path: '/api/connections/:connection_name/enable-lock-monitoring', right: 'key' },
  disableLockMonitoring: { method: 'PATCH', path: '/api/connections/:connection_name/disable-lock-monitoring', right: 'key' },
  enableTableMonitoring: { method: 'PATCH', path: '/api/connections/:connection_name/enable-table-monitoring', right: 'key' },
  disableTableMonitoring: { method: 'PATCH', path: '/api/connections/:connection_name/disable-table-monitoring', right: 'key' },
  enableQueryMonitoring: { method: 'PATCH', path: '/api/connections/:connection_name/enable-query-monitoring', right: 'key' },
  disableQueryMonitoring: { method: 'PATCH', path: '/api/connections/:connection_name/disable-query-monitoring', right: 'key' },
  enableQueryMonitoringOptimize: { method: 'PATCH', path: '/api/connections/:connection_name/enable-query-monitoring-optimize', right: 'key' },
  disableQueryMonitoringOptimize: { method: 'PATCH', path: '/api/connections/:connection_name/disable-query-monitoring-optimize', right: 'key' },
  setLockMonitoringDelay: { method: 'PATCH', path: '/api/connections/:connection_name/lock-monitoring-delay/:value', right: 'key' },
  setQueryMonitoringMinCalls: { method: 'PATCH', path: '/api/connections/:connection_name/query-monitoring-min-calls/:value', right: 'key' },
  setQueryMonitoringMinTime: { method: 'PATCH', path: '/api/connections/:connection_name/query-monitoring-min-time/:value', right: 'key' },
}
