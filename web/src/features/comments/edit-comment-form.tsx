import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/comments.ts'
import type { Comment } from '@touchline/contract/comments.ts'
import { useState } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { renewThread } from './read-comments.ts'

const failed = 'Failed to save your comment. Please try again.'

const problemIn = (error: unknown) =>
  error instanceof ApiError
    ? error.status < 500
      ? errorMessage(error, failed)
      : failed
    : navigator.onLine
      ? failed
      : 'You are offline. Your change has not been saved: please save it once you are back.'

/** Edits a comment in its place. The text stays until it is saved. */
export function EditCommentForm({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const { id, postId, replyToId, version, mentions } = comment
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const [text, setText] = useState(comment.content)
  const [opened] = useState(version)
  const content = text.trim()
  const save = useMutation({
    mutationFn: () => call(api.edit, { params: { id }, body: { content, mentions, version } }),
    onSuccess: onClose,
    onError: (error) => void isExpired(error),
    onSettled: () => renewThread(client, postId, replyToId ?? id).catch(() => {}),
  })
  const isTooLong = Array.from(content).length > api.maxCommentLength
  const canSave = content !== '' && content !== comment.content && !isTooLong && !save.isPending
  return (
    <form
      className="mt-1 grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) save.mutate()
      }}
    >
      <Textarea
        // The author has just chosen to edit.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        rows={2}
        aria-label="Edit your comment"
        className="field-sizing-content max-h-60"
        value={text}
        readOnly={save.isPending}
        limit={content.length > api.maxCommentLength - 200 ? api.maxCommentLength : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && canSave) save.mutate()
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onClose()
        }}
      />
      {version === opened ? null : (
        <p className="text-sm text-muted">
          You have edited it elsewhere since. It says now: <bdi>{comment.content}</bdi>
        </p>
      )}
      {save.isError ? (
        <p role="alert" className="text-sm text-dismissal">
          {problemIn(save.error)}
        </p>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" disabled={!canSave}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
