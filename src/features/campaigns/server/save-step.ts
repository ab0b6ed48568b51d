import { inStep } from '#platform/server/failed-step.ts'
import { type StepFailure, stepFailures } from '../validation/terms.ts'

/** Runs a step of saving or publishing. If the database fails in it, the refusal has this code. */
export const saveStep = <Result>(code: StepFailure, act: () => Promise<Result>): Promise<Result> => inStep({ code, message: stepFailures[code].message }, act)
