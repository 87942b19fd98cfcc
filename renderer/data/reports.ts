/** Any report, by its entry in the list of reports. */
import { readReply } from '../../shared/api/client.ts'
import type { PlatformApi } from '../../shared/api/platform.generated.ts'
import { formatUtc } from '../../shared/units.ts'
import { platform, signed, type ReportScope } from './api.ts'

export type ReportEntry = PlatformApi['listReports']['reply'][number]
export type ListedColumn = ReportEntry['columns'][number]
export type ReportCell = string | number | boolean | null
export type ReportLine = Readonly<Record<string, ReportCell>>

/** What of a report is asked besides the scope; what it does not take is left out. */
export interface ReportChoices {
  readonly by: string | null
  readonly limit: number
  readonly compute: 'summary' | 'details'
  /** seconds of a row of `details` */
  readonly bucket: number
  readonly groupBy: string
  readonly include: readonly string[]
}

export const listReports = (signal?: AbortSignal): Promise<readonly ReportEntry[]> => platform.listReports(undefined, signal)

/** The body that is sent, also what is copied as a command. */
export function bodyOf(entry: ReportEntry, { from, to, filters }: ReportScope, chosen: ReportChoices): Readonly<Record<string, unknown>> {
  return {
    utc_time: true,
    from: formatUtc(from),
    to: formatUtc(to),
    filters,
    ...(entry.by.length > 0 && { by: chosen.by !== null && entry.by.includes(chosen.by) ? chosen.by : entry.by[0], limit: chosen.limit }),
    ...(entry.compute && { compute: chosen.compute, ...(chosen.compute === 'details' && chosen.bucket > 60 && { bucket: chosen.bucket }) }),
    ...(entry.group_by && { group_by: chosen.groupBy }),
    ...(entry.include.length > 0 && { include: chosen.include.filter((one) => entry.include.includes(one)) }),
  }
}

const ask = (entry: ReportEntry, body: Readonly<Record<string, unknown>>, signal?: AbortSignal) =>
  signed({ method: 'POST', url: entry.path, body: JSON.stringify(body) }, signal)

export async function askReport(entry: ReportEntry, body: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<readonly ReportLine[]> {
  const { status, body: text } = await ask(entry, body, signal)
  // The server has checked its answer: rows of cells.
  return readReply(status, text) as readonly ReportLine[]
}

/** The answer as the interface gives it, to be kept in a file. */
export async function reportText(entry: ReportEntry, body: Readonly<Record<string, unknown>>, output: 'json' | 'csv'): Promise<string> {
  const { status, body: text } = await ask(entry, { ...body, output })
  if (status >= 300) readReply(status, text)
  return text
}

/** The same question as a command; the token stays a variable. */
export const curlOf = (entry: ReportEntry, body: Readonly<Record<string, unknown>>): string =>
  `curl --insecure --request POST ${window.location.origin}${entry.path} \\\n  --header "user-token: $USER_TOKEN" --header 'content-type: application/json' \\\n  --data '${JSON.stringify(body).replaceAll("'", "'\\''")}'`
