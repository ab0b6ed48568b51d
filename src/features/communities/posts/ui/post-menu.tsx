import { useQueryClient } from '@tanstack/react-query'
import { Lock, LockOpen, Megaphone, MegaphoneOff, MoreHorizontal, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { cx } from '#design/classes.ts'
import { mayModerate } from '#features/communities/policy.ts'
import { ClosingDetails } from '#features/site/ui/closing-details.tsx'
import { m } from '#messages'
import { focusNeighbor } from '#platform/client/focus-neighbor.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { reveal } from '#platform/client/reveal.ts'
import type { Post } from '../contract.ts'
import { mayDelete, mayEdit } from '../policy.ts'
import { api } from './api.ts'
import { cachedPost, changePost, insertPost, removePost } from './post-cache.ts'
import { postAnchor, type Scene } from './scene.ts'

type PostMenuProps = { scene: Scene; post: Post; onEdit: () => void }
type Marks = { isPinned?: boolean; isAnnouncement?: boolean; isLocked?: boolean }

/** A menu of all actions except liking and replying; renders nothing if the viewer may take none of them. */
export function PostMenu({ scene, post, onEdit }: PostMenuProps) {
  const { community, viewerId } = scene
  const { isBusy, mark, remove } = usePostActs(scene, post)
  const place = { isAuthor: post.viewer.isAuthor, community }
  if (viewerId === null || !(mayDelete(place) || mayEdit(place))) return null
  return (
    <ClosingDetails className="relative ms-auto shrink-0">
      <summary
        aria-label={m.community_posts_menu({ name: post.author.name })}
        className={cx('inline-grid size-11 place-items-center rounded-sm hover:bg-sunk', isBusy && 'opacity-45')}
      >
        <MoreHorizontal className="size-5" aria-hidden="true" />
      </summary>
      <ul className="absolute end-0 top-full z-20 w-max max-w-[80vw] border border-t-4 border-ink bg-raised py-1">
        {mayModerate(community) && (
          <>
            <MenuItem icon={post.isPinned ? <PinOff /> : <Pin />} onPress={() => mark({ isPinned: !post.isPinned })}>
              {post.isPinned ? m.community_posts_unpin() : m.community_posts_pin()}
            </MenuItem>
            <MenuItem icon={post.isAnnouncement ? <MegaphoneOff /> : <Megaphone />} onPress={() => mark({ isAnnouncement: !post.isAnnouncement })}>
              {post.isAnnouncement ? m.community_posts_unannounce() : m.community_posts_announce()}
            </MenuItem>
            <MenuItem icon={post.isLocked ? <LockOpen /> : <Lock />} onPress={() => mark({ isLocked: !post.isLocked })}>
              {post.isLocked ? m.community_posts_unlock() : m.community_posts_lock()}
            </MenuItem>
          </>
        )}
        {mayEdit(place) && !community.mute && (
          <MenuItem icon={<Pencil />} onPress={onEdit}>
            {m.community_posts_edit()}
          </MenuItem>
        )}
        {mayDelete(place) && (
          <MenuItem icon={<Trash2 />} onPress={remove}>
            {m.community_posts_delete()}
          </MenuItem>
        )}
      </ul>
    </ClosingDetails>
  )
}

function MenuItem({ icon, onPress, children }: { icon: ReactNode; onPress: () => void; children: string }) {
  const press = ({ currentTarget }: MouseEvent) => {
    const menu = currentTarget.closest('details')
    if (menu) menu.open = false
    menu?.querySelector('summary')?.focus({ preventScroll: true })
    onPress()
  }
  return (
    <li>
      <button
        type="button"
        onClick={press}
        className="type-label flex min-h-11 w-full items-center gap-3 px-4 text-start hover:bg-sunk [&_svg]:size-4 [&_svg]:shrink-0"
      >
        <span aria-hidden="true">{icon}</span>
        {children}
      </button>
    </li>
  )
}

function usePostActs(scene: Scene, { id }: Post) {
  const queryClient = useQueryClient()
  const { alert, confirm } = useAlert()
  const [isBusy, setBusy] = useState(false)

  async function act(work: () => Promise<void>, failed: string) {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const code = refusalOf(error)?.code
      if (code === 'UNAUTHORIZED') return window.location.assign(scene.signInTo(id))
      // The post was deleted elsewhere, so it is removed here too.
      if (code === 'NOT_FOUND') return removePost(queryClient, id)
      await alert(failed)
    } finally {
      setBusy(false)
    }
  }

  return {
    isBusy,
    mark: (marks: Marks) =>
      act(async () => {
        const { isPinned, isAnnouncement, isLocked } = await api.mark.call({ id, ...marks })
        const marked = { isPinned, isAnnouncement, isLocked }
        changePost(queryClient, id, (cached) => ({ ...cached, ...marked }))
        if (marks.isPinned === undefined) return
        // The post moves to its new position, and the page scrolls to it.
        const cached = cachedPost(queryClient, id)
        if (cached) insertPost(queryClient, cached)
        reveal(postAnchor(id))
      }, m.community_posts_update_failed()),
    async remove() {
      if (!(await confirm(m.community_posts_delete_ask(), { confirm: m.community_posts_delete(), danger: true }))) return
      await act(async () => {
        await api.remove.call({ id })
        const keepFocus = focusNeighbor(document.getElementById(postAnchor(id)))
        removePost(queryClient, id)
        keepFocus()
      }, m.community_posts_delete_failed())
    },
  }
}
