import { useNavigate } from '#router/router-provider.tsx'
import type { Post } from '@touchline/contract/posts.ts'
import { removeSaved } from '#offline/remove-saved.ts'
import { useSavePost } from '#offline/save-button.tsx'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'

/** Offers the newest version of a post in place of an older copy. `post` is the newest version. */
export function OutdatedCopy({ post }: { post: Post }) {
  const navigate = useNavigate()
  const save = useSavePost(post)
  const renew = async () => {
    // The page of the post shows the progress.
    await navigate({ to: paths.post, params: { postId: post.id } })
    await removeSaved(post.id)
    await save()
  }
  return (
    <div role="alert" className="surface mb-4 flex flex-wrap items-center gap-3 p-4">
      <p className="min-w-0 flex-1 text-sm">This post has been edited since you saved it.</p>
      <Button kind="outline" onClick={() => void renew()}>
        Save the New Version
      </Button>
    </div>
  )
}
