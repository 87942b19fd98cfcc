import { PROBLEMS, sentence, type Facts, type ProblemCode } from '../../shared/model/problem.ts'

/** An expected failure on its way to the caller. Thrown by `fail`, turned into an answer by the server, nowhere else caught by type. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly facts: Facts
  constructor(code: ProblemCode, facts: Facts) {
    super(sentence(code, facts))
    this.name = 'Problem'
    this.code = code
    this.facts = facts
  }
  get status(): number {
    return PROBLEMS[this.code].status
  }
}

/** Ends the present operation with an expected failure. */
export function fail(code: ProblemCode, facts: Facts = {}): never {
  throw new Problem(code, facts)
}
