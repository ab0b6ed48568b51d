/** A step of an operation: the refusal code for its failure, and the sentence for users of the API. */
export type Step = { code: string; message: string }

const steps = new WeakMap<Error, Step>()

/** If `act` throws, records that the error belongs to this step. With nested steps the innermost one wins. The error itself is not changed. */
export async function inStep<Result>(step: Step, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Error && !steps.has(error)) steps.set(error, step)
    throw error
  }
}

export const failedStepOf = (error: unknown): Step | null => (error instanceof Error ? (steps.get(error) ?? null) : null)
