import certificate from '../catalog/probes/certificate.ts'
import { toReading } from './reading.ts'
import type { Asking, Readings } from './readings.ts'

export const CERTIFICATE: string = certificate.id

/** Notes what the server has shown on this session. */
export async function readCertificate({ session, facts, settings }: Asking, readings: Readings, time: () => number): Promise<void> {
  const start = performance.now()
  const shown = session.certificate()
  const names = ['subject', 'issuer', 'serial', 'valid_from', 'valid_until']
  const rows =
    shown === undefined
      ? []
      : [
          [shown.subject, shown.issuer, shown.serialNumber, String(shown.validFromDate.getTime()), String(shown.validToDate.getTime())].map((one) =>
            one.replaceAll('\n', ', '),
          ),
        ]
  await readings.take(certificate, toReading(certificate, names, rows, time(), { ...facts.identity, extension: null }), settings)
  readings.tally.note(certificate.id, performance.now() - start, rows.length)
}
