import { type Comment, editMinutes } from '@touchline/contract/comments.ts'
import { Bell, BellOff, EyeOff, History, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { clubNow } from '#ui/clock.ts'
import { RowMenu } from '#ui/row-menu.tsx'
import { commentLabel } from './author-name.ts'

/** Acts without a confirmation dialog. */
export type QuickAct = 'pin' | 'unpin' | 'mute' | 'unmute' | 'hide'
export type CommentAct = QuickAct | 'edit' | 'withdraw' | 'versions'

const items = {
  edit: { icon: Pencil, label: 'Edit' },
  withdraw: { icon: Trash2, label: 'Delete' },
  pin: { icon: Pin, label: 'Pin above the others' },
  unpin: { icon: PinOff, label: 'Unpin' },
  mute: { icon: BellOff, label: 'Mute this thread' },
  unmute: { icon: Bell, label: 'Unmute this thread' },
  hide: { icon: EyeOff, label: 'Hide this person' },
  versions: { icon: History, label: 'Earlier versions' },
}

type Props = {
  comment: Comment & { isMuted?: boolean }
  hasDelete: boolean
  onAct: (act: CommentAct) => void
}

/** What the viewer may do with a comment, beyond replying, hearting and reporting. */
export function CommentMenu({ comment, hasDelete, onAct }: Props) {
  const viewer = useSignedInViewer()
  const isOwn = comment.user.id === viewer.id
  const isYoung = clubNow() < Date.parse(comment.createdAt) + editMinutes * 60_000
  const acts: CommentAct[] = []
  if (isOwn && isYoung) acts.push('edit')
  // The creator and admins have a button that deletes replies too.
  if (isOwn && (!hasDelete || viewer.role === 'moderator')) acts.push('withdraw')
  if (viewer.role === 'creator' && comment.replyToId === null) acts.push(comment.isPinned ? 'unpin' : 'pin')
  if ((viewer.role === 'admin' || viewer.role === 'moderator') && comment.editedAt) acts.push('versions')
  if (comment.isMuted !== undefined) acts.push(comment.isMuted ? 'unmute' : 'mute')
  if (comment.mayHide) acts.push('hide')
  if (acts.length === 0) return null
  return (
    <RowMenu label={`More about ${commentLabel(comment)}`}>
      {acts.map((act) => {
        const { icon: Icon, label } = items[act]
        return (
          <Button key={act} kind="quiet" onClick={() => onAct(act)}>
            <Icon size={16} aria-hidden /> {label}
          </Button>
        )
      })}
    </RowMenu>
  )
}
