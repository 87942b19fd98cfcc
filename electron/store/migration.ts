/** One numbered step of one of the two databases. Released steps never change; a change is a further step. */
export interface Migration {
  readonly of: 'history' | 'config'
  /** 1, 2, 3 … per database, without gaps. */
  readonly step: number
  /** SQL, run in one transaction with the note that the step was taken. */
  readonly up: string
}

export const defineMigration = <const M extends Migration>(migration: M): M => migration
