export const answerMs = 5_000
const unreadMs = 100

/**
 * Waits for an answer for 5 s or as given, then calls `giveUp`, which is to make `asked` fail. An answer that came while this process
 * stood still is read first.
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
