import { useNavigate } from '#router/router-provider.tsx'
import { paths } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'

/** Returns a function that begins a draft and opens its page. */
export function useNewPost() {
  const { id } = useSignedInViewer()
  const navigate = useNavigate()
  return async () => {
    const { beginDraft } = await import('#drafting/local-copy.ts')
    await navigate({ to: paths.draft, params: { draftId: beginDraft(id) } })
  }
}
