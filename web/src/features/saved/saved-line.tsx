import { show } from '@touchline/contract/posts.ts'
import { Link } from '#router/link.tsx'
import { FileText, Image, Mic, Trash2, Video } from 'lucide-react'
import { call } from '#api/call.ts'
import { useSavePost } from '#offline/save-button.tsx'
import { removeSaved } from '#offline/remove-saved.ts'
import { fileSize } from '#ui/file-size.ts'
import type { SavedPost } from '#offline/saved-posts.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { postLabel } from '#people/names.ts'
import { localDay } from '#ui/dates.ts'

const kinds = {
  text: { Icon: FileText, word: 'Text' },
  image: { Icon: Image, word: 'Picture' },
  video: { Icon: Video, word: 'Video' },
  audio: { Icon: Mic, word: 'Recording' },
}

function SaveAgain({ post, name }: { post: SavedPost['post']; name: string }) {
  const params = { id: post.id }
  const save = useSavePost(post, async (signal) => {
    const newest = await call(show, { params, signal })
    await removeSaved(post.id)
    return newest
  })
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p className="text-sm">It has been edited since.</p>
      <Button
        kind="link"
        className="min-h-11!"
        aria-label={`Save again: ${name}`}
        onClick={() => void save()}
      >
        Save again
      </Button>
    </div>
  )
}

export function SavedLine({ saved: { post, bytes, savedAt, standing, isOutdated } }: { saved: SavedPost }) {
  const { Icon, word } = kinds[post.mediaType]
  const name = postLabel(post)
  return (
    <li className="surface flex items-center gap-3 p-3 pl-4">
      <Icon size={22} aria-hidden className="shrink-0 text-turf" />
      <div className="min-w-0 flex-1">
        {standing === 'running' ? (
          <Link
            to={paths.savedPost}
            params={{ postId: post.id }}
            className="inline-flex min-h-6 max-w-full items-center font-semibold hover:underline"
          >
            <span dir="auto" className="line-clamp-2">
              {name}
            </span>
          </Link>
        ) : (
          <p dir="auto" className="line-clamp-2 font-semibold">
            {name}
          </p>
        )}
        <p className="text-sm text-muted">
          {word} · {fileSize(bytes)} · saved on {localDay(new Date(savedAt).toISOString())}
        </p>
        {isOutdated ? <SaveAgain post={post} name={name} /> : null}
      </div>
      <Button
        kind="quiet"
        size="icon"
        aria-label={`Remove ${name}`}
        className="text-muted!"
        onClick={() => void removeSaved(post.id)}
      >
        <Trash2 size={18} aria-hidden />
      </Button>
    </li>
  )
}
