const answerMs = 5_000
const unreadMs = 100

/**
 * Waits for an answer for 5 s, then calls `giveUp`, which is to make `asked` fail. An answer that came while this process
 * stood still is read first.
 */
export async function answerInTime<Answer>(asked: Promise<Answer>, giveUp: () => void): Promise<Answer> {
  let unread: NodeJS.Timeout | undefined
  const late = setTimeout(() => {
    unread = setTimeout(giveUp, unreadMs)
  }, answerMs)
  try {
    return await asked
  } finally {
    clearTimeout(late)
    clearTimeout(unread)
  }
}
