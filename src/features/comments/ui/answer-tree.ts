import type { Comment } from '../contract.ts'

export type Answer = { comment: Comment; answers: Answer[] }

/** Arranges a thread's replies as a tree. Removed comments are left out unless they have replies. */
export function answerTree(rootId: string, comments: readonly Comment[]): Answer[] {
  const once = [...new Map(comments.map((comment) => [comment.id, comment])).values()]
  const below = Map.groupBy(once, ({ parentId }) => parentId)
  const under = (id: string): Answer[] =>
    (below.get(id) ?? []).flatMap((comment) => {
      const answers = under(comment.id)
      return comment.isRemoved && answers.length === 0 ? [] : [{ comment, answers }]
    })
  return under(rootId)
}
