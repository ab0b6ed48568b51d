import { PenLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '#design/button.tsx'
import { TextArea, TextField } from '#design/text-field.tsx'
import { isMember, mayJoin } from '#features/communities/policy.ts'
import { PostForm } from '#features/media/ui/post-form.tsx'
import { SlowNotice } from '#features/moderation/switches/ui/slow-notice.tsx'
import { m } from '#messages'
import { isKept } from '#platform/client/kept-text.ts'
import { mutedText } from '../../muted-text.ts'
import type { Post } from '../contract.ts'
import { postLimits } from '../terms.ts'
import { formKeys, type Scene } from './scene.ts'
import { useWritePost } from './use-write-post.ts'

type ComposerProps = { scene: Scene; onPosted: (post: Post) => void }
type SignedInScene = Scene & { viewerId: string }

/** The form for members. Other viewers see a link to sign in, how to join, or why they are muted. Nothing in a community that a moderator hid. */
export function Composer({ scene, onPosted }: ComposerProps) {
  const { viewerId, community } = scene
  if (community.moderation) return null
  if (viewerId === null) {
    return (
      <p>
        <a href={scene.signInTo()} className={buttonClass()}>
          {m.community_posts_sign_in()}
        </a>
      </p>
    )
  }
  if (community.mute) return <p className="border-s-4 border-ink ps-4 [overflow-wrap:anywhere]">{mutedText(community.mute)}</p>
  if (isMember(community)) return <MemberComposer scene={{ ...scene, viewerId }} onPosted={onPosted} />
  return <p className="border-s-4 border-ink ps-4 text-muted">{mayJoin(community) ? m.community_posts_join_to_write() : m.communities_banned()}</p>
}

/** A button that opens the form, so that the form takes no space above the posts. The form is open initially if a draft is stored. */
function MemberComposer({ scene, onPosted }: { scene: SignedInScene; onPosted: (post: Post) => void }) {
  const { viewerId, community } = scene
  const [open, setOpen] = useState<{ isAsked: boolean } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Opens the form for a draft from before a reload or sign-in.
    if (isKept(formKeys.post(viewerId, community.id))) setOpen({ isAsked: false })
  }, [viewerId, community.id])
  if (!open) {
    return (
      <p>
        <Button ref={button} tone="primary" onClick={() => setOpen({ isAsked: true })} icon={<PenLine className="size-4" aria-hidden="true" />}>
          {m.community_posts_write()}
        </Button>
      </p>
    )
  }
  return (
    <WriteForm
      scene={scene}
      takesFocus={open.isAsked}
      onClose={() => setOpen(null)}
      onPosted={(post) => {
        setOpen(null)
        onPosted(post)
      }}
    />
  )
}

type WriteFormProps = { scene: SignedInScene; takesFocus: boolean; onClose: () => void; onPosted: (post: Post) => void }

function WriteForm({ scene, takesFocus, onClose, onPosted }: WriteFormProps) {
  const { viewerId, community } = scene
  const onSignedOut = () => window.location.assign(scene.signInTo())
  const { posting, texts, change, clear, errors, post } = useWritePost({ communityId: community.id, viewerId, onPosted, onSignedOut })
  const title = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) title.current?.focus()
  }, [takesFocus])
  function close() {
    clear()
    posting.pictures.clear()
    onClose()
  }
  return (
    <PostForm
      posting={posting}
      submit={m.community_posts_post()}
      onPost={post}
      cancel={{ label: m.community_posts_cancel(), onCancel: close }}
      className="gap-4 border border-line bg-raised p-4"
    >
      <SlowNotice />
      <TextField
        ref={title}
        label={m.community_posts_form_title()}
        optional
        value={texts.title}
        onChange={({ target }) => change({ title: target.value })}
        error={errors.title}
        count={{ max: postLimits.title }}
        readOnly={posting.isPosting}
        dir="auto"
      />
      <TextArea
        label={m.community_posts_form_body()}
        rows={5}
        value={texts.body}
        onChange={({ target }) => change({ body: target.value })}
        error={errors.body}
        count={{ max: postLimits.body }}
        readOnly={posting.isPosting}
        dir="auto"
      />
    </PostForm>
  )
}
