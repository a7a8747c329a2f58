import { useQuery } from '@tanstack/react-query'
import type { Post } from '@touchline/contract/posts.ts'
import { Bookmark } from 'lucide-react'
import { errorMessage } from '#api/api-error.ts'
import { postLabel } from '#people/names.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { bookmarksQuery, useBookmark, useLiveBookmarks } from './bookmark-requests.ts'

const fail = (description: string) =>
  toast({ title: 'Bookmark not changed', description, kind: 'destructive' })

export function BookmarkButton({ post }: { post: Post }) {
  useLiveBookmarks()
  const isExpired = useExpiredSession()
  const { data } = useQuery(bookmarksQuery(useSignedInViewer().id))
  const change = useBookmark(post.id)
  const isOn = change.isPending ? change.variables : (data?.includes(post.id) ?? false)
  const press = () => {
    if (!navigator.onLine) {
      fail('There is no connection. Please try again when you are online.')
      return
    }
    change.mutate(!isOn, {
      onError: (error) => {
        if (!isExpired(error)) fail(errorMessage(error, 'It could not be saved. Please try again.'))
      },
    })
  }
  return (
    <Button
      kind="quiet"
      size="icon"
      aria-pressed={isOn}
      aria-label={`Bookmark: ${postLabel(post)}`}
      title="Bookmark"
      className={isOn ? 'text-turf!' : 'text-muted!'}
      onClick={press}
    >
      <Bookmark size={20} aria-hidden fill={isOn ? 'currentColor' : 'none'} />
    </Button>
  )
}
