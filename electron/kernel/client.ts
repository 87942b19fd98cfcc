export interface Trust {
  readonly ca?: string
  readonly pin?: string
}
export interface ProxySettings {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
}
export interface HttpsRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
  readonly timeoutMs?: number
  readonly maxBytes?: number
}
export interface HttpsReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}
export interface HttpsClient {
  request(o: HttpsRequest): Promise<HttpsReply>
  close(): Promise<void>
}
export type UnreachableReason = 'name' | 'refused' | 'tls' | 'proxy' | 'timeout' | 'other'
export declare class Unreachable extends Error {
  readonly reason: UnreachableReason
  readonly fingerprint: string | undefined
  readonly pin: string | undefined
}
export declare function httpsClient(o: { trust: Trust; proxy?: ProxySettings | undefined; useEnvProxy?: boolean }): HttpsClient
