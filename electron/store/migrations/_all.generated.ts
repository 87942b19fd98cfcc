// Written by build/gen.ts. Do not edit.
import config001People from './config-001-people.ts'
import config002LicenseKeys from './config-002-license-keys.ts'
import config003Access from './config-003-access.ts'
import config004Alerting from './config-004-alerting.ts'
import config005Tokens from './config-005-tokens.ts'
import history001Frames from './history-001-frames.ts'
import history002Hours from './history-002-hours.ts'
import history003Watched from './history-003-watched.ts'
import history004Cells from './history-004-cells.ts'
import history005Tallies from './history-005-tallies.ts'
import history006Bits from './history-006-bits.ts'
import history007Renamed from './history-007-renamed.ts'

export const migrations = [
  config001People,
  config002LicenseKeys,
  config003Access,
  config004Alerting,
  config005Tokens,
  history001Frames,
  history002Hours,
  history003Watched,
  history004Cells,
  history005Tallies,
  history006Bits,
  history007Renamed,
] as const
