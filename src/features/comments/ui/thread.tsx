import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { LoadMore } from '#design/load-more.tsx'
import { LoadingNotice, SkeletonLines } from '#design/skeleton.tsx'
import { m } from '#messages'
import { onPlainClick } from '#platform/client/plain-click.ts'
import type { Comment } from '../contract.ts'
import { answerPages } from './api.ts'
import { CommentItem } from './comment-item.tsx'
import type { Scene } from './scene.ts'

type ThreadProps = { scene: Scene; root: Comment; isOpen: boolean; onToggle: () => void }

/** A top-level comment and, if expanded, all replies to it. */
export function Thread({ scene, root, isOpen, onToggle }: ThreadProps) {
  return (
    <li className="border-b border-line last:border-b-0">
      <CommentItem scene={scene} comment={root} rootId={root.id} />
      {root.replies > 0 && (
        <a
          href={scene.hrefTo(root.id)}
          aria-expanded={isOpen}
          onClick={onPlainClick(onToggle)}
          className={cx(buttonClass({ tone: 'quiet', size: 'sm' }), '-ms-3 mb-2')}
        >
          <ChevronDown className={cx('size-4 transition-transform', isOpen && 'rotate-180')} aria-hidden="true" />
          {isOpen ? m.comments_replies_hide() : m.comments_replies({ count: root.replies })}
        </a>
      )}
      {isOpen && root.replies > 0 && <Answers scene={scene} rootId={root.id} />}
    </li>
  )
}

function Answers({ scene, rootId }: { scene: Scene; rootId: string }) {
  const list = useInfiniteQuery(answerPages(rootId))
  if (!list.data) {
    return list.isError ? (
      <p role="alert" className="pb-4 font-semibold text-danger-text">
        {m.comments_replies_failed()}{' '}
        <button type="button" className="link min-h-11" onClick={() => list.refetch()}>
          {m.design_try_again()}
        </button>
      </p>
    ) : (
      <div className="pb-4">
        <LoadingNotice />
        <SkeletonLines lines={3} />
      </div>
    )
  }
  const comments = list.data.pages.flatMap(({ items }) => items)
  return (
    <div className="pb-3">
      <Branch scene={scene} rootId={rootId} answers={answerTree(rootId, comments)} />
      <LoadMore label={m.comments_replies_more()} failed={m.comments_replies_failed()} list={list} />
    </div>
  )
}

function Branch({ scene, rootId, answers }: { scene: Scene; rootId: string; answers: Answer[] }) {
  if (answers.length === 0) return null
  return (
    <ul className="border-s-2 border-line ps-3 md:ps-5">
      {answers.map(({ comment, answers: below }) => (
        <li key={comment.id}>
          <CommentItem scene={scene} comment={comment} rootId={rootId} />
          <Branch scene={scene} rootId={rootId} answers={below} />
        </li>
      ))}
    </ul>
  )
}

type Answer = { comment: Comment; answers: Answer[] }

/** Arranges a thread's replies as a tree. Removed comments are left out unless they have replies. */
function answerTree(rootId: string, comments: readonly Comment[]): Answer[] {
  const once = [...new Map(comments.map((comment) => [comment.id, comment])).values()]
  const below = Map.groupBy(once, ({ parentId }) => parentId)
  const under = (id: string): Answer[] =>
    (below.get(id) ?? []).flatMap((comment) => {
      const answers = under(comment.id)
      return comment.isRemoved && answers.length === 0 ? [] : [{ comment, answers }]
    })
  return under(rootId)
}
