import type { ReportColumnForm, ReportRow } from './define.ts'

const MONTH = 30

const number = (row: ReportRow, name: string): number | null => {
  const cell = row[name]
  return typeof cell === 'number' ? cell : null
}

/** How a size grows: by a line through all its readings of the range, carried on for 30 days. */
export const growthOf = (size: string) =>
  ({
    size_before: { from: size, agg: 'first', unit: 'bytes', doc: 'Size when it was first read in the range' },
    size: { from: size, agg: 'last', unit: 'bytes', doc: 'Size when it was last read' },
    growth: {
      of: (row) => {
        const [before, after] = [number(row, 'size_before'), number(row, 'size')]
        return before === null || after === null ? null : after - before
      },
      unit: 'bytes',
      doc: 'What it grew by in the range',
    },
    growth_per_day: { from: size, agg: 'slope', unit: 'bytes', doc: 'Slope of the line through its sizes, per day; none with a single reading' },
    forecast_30d: {
      of: (row) => {
        const [now, slope] = [number(row, 'size'), number(row, 'growth_per_day')]
        return now === null || slope === null ? null : Math.max(0, Math.round(now + MONTH * slope))
      },
      unit: 'bytes',
      doc: 'Size in 30 days if it goes on like this',
    },
  }) as const satisfies Record<string, ReportColumnForm>
