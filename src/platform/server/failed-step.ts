/** What failed, as the refusal that names it: a code of its contract, and a sentence for the API. */
export type Step = { code: string; message: string }

const steps = new WeakMap<Error, Step>()

/** Notes of an error in `act` which step it was, the innermost where steps are nested. The error itself stays as it is. */
export async function inStep<Result>(step: Step, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Error && !steps.has(error)) steps.set(error, step)
    throw error
  }
}

export const failedStepOf = (error: unknown): Step | null => (error instanceof Error ? (steps.get(error) ?? null) : null)
