import { Heart } from 'lucide-react'
import { formatCount } from '#platform/format.ts'
import { buttonClass } from './button.tsx'
import { cx } from './classes.ts'

type LikeButtonProps = {
  label: string
  likes: number
  hasLiked: boolean
  onPress: () => void
  disabled?: boolean
  /** For visitors: the address of the sign-in page, to which the button is then a link. */
  signIn?: string | null
}

/** A heart with the number of likes, which likes or unlikes. */
export function LikeButton({ label, likes, hasLiked, onPress, disabled, signIn }: LikeButtonProps) {
  const className = buttonClass({ tone: 'quiet', size: 'sm' })
  const shown = (
    <>
      <Heart className={cx('size-4', hasLiked && 'fill-current text-accent-text')} aria-hidden="true" />
      <span className="tabular-nums">{formatCount(likes)}</span>
    </>
  )
  return signIn ? (
    <a href={signIn} aria-label={label} className={className}>
      {shown}
    </a>
  ) : (
    <button type="button" aria-pressed={hasLiked} aria-label={label} disabled={disabled} onClick={onPress} className={className}>
      {shown}
    </button>
  )
}
