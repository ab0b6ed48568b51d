export const answerMs = 5_000
const unreadMs = 100

/**
 * Waits for `asked` for 5 s or the given time, then calls `giveUp`, which must make `asked` fail. An extra 100 ms lets a
 * process that was stalled read an answer that has already arrived.
 */
export async function answerInTime<Answer>(asked: Promise<Answer>, giveUp: () => void, withinMs = answerMs): Promise<Answer> {
  let unread: NodeJS.Timeout | undefined
  const late = setTimeout(() => {
    unread = setTimeout(giveUp, unreadMs)
  }, withinMs)
  try {
    return await asked
  } finally {
    clearTimeout(late)
    clearTimeout(unread)
  }
}
