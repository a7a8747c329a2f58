import { useDraft } from '#session/draft.ts'

/** The comment somebody is writing on a post; it outlives a failure, a reload and a lost session. */
export const useCommentDraft = (postId: string) => useDraft(`comment:${postId}`)

export type CommentDraft = ReturnType<typeof useCommentDraft>
