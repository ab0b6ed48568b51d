/** The step that failed, as the code of a refusal in its contract and a sentence for the API. */
export type Step = { code: string; message: string }

const steps = new WeakMap<Error, Step>()

/** Associates an error thrown by `act` with its step, the innermost where steps are nested. The error itself is not changed. */
export async function inStep<Result>(step: Step, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Error && !steps.has(error)) steps.set(error, step)
    throw error
  }
}

export const failedStepOf = (error: unknown): Step | null => (error instanceof Error ? (steps.get(error) ?? null) : null)
