/** Asks again, a hundred times at most, where the product refused before it began anything: a process that stood still for a moment does. */
export async function untilServed<Answer>(ask: () => Promise<Answer>, isRefused: (answer: Answer) => boolean): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (!isRefused(answer) || tries === 100) return answer
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
