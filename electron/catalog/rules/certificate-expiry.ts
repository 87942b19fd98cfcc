import { defineRule, ofRows, timeLeft } from '../rule.ts'

export default defineRule({
  id: 'certificate-expiry',
  title: 'Certificate expires',
  doc: 'The certificate that the server shows to its clients is about to end, and then those that check it connect no more.',
  measure: 'the time until the server’s certificate expires',
  unit: 's',
  falling: true,
  warning: 30 * 86_400,
  critical: 7 * 86_400,
  occurrences: 1,
  each: 60,
  reads: { certificate: ['valid_until'] },
  of: (input) => ofRows(input, 'certificate', (reading, row) => ({ ...timeLeft(reading, row), subject: reading.text('subject', row) ?? '' })),
  message: 'The certificate of the server ({subject}) {ends} on {when}',
  next: 'Put the renewed certificate and key in the place of these files and reload the server; sessions that are open go on, new ones get the new certificate.',
  sql: `SELECT name, setting
FROM pg_settings
WHERE name IN ('ssl', 'ssl_cert_file', 'ssl_key_file', 'ssl_ca_file', 'data_directory')`,
})
