/** Repeats a request, at most a hundred times, that the product refused before processing it, for example after a pause of the process. */
export async function untilServed<Answer>(ask: () => Promise<Answer>, isRefused: (answer: Answer) => boolean): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (!isRefused(answer) || tries === 100) return answer
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
