import { inStep } from '#platform/server/failed-step.ts'
import { type StepFailure, stepFailures } from '../validation/terms.ts'

/** A step of a save or publish: when the store fails at it, the answer names it by this code. */
export const step = <Result>(code: StepFailure, act: () => Promise<Result>): Promise<Result> => inStep({ code, message: stepFailures[code].message }, act)
