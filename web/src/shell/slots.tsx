import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type { Slots } from '#slots.ts'
import { lazyDialog } from '#ui/dialog-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

function lazyPart<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await fetch() }))
  return (props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  )
}

const fetchComments = async () => (await import('../features/comments/comment-section.tsx')).CommentSection

export const slots: Slots = {
  AboutYou: lazyPart(
    async () => (await import('../features/audience/about-you-section.tsx')).AboutYouSection,
    <Skeleton className="h-64" />,
  ),
  AuditEntries: lazyPart(async () => (await import('../features/audit/act-list.tsx')).ActList),
  BlockButton: lazyPart(async () => (await import('../features/blocks/block-button.tsx')).BlockButton),
  Comments: lazyPart(fetchComments, <Skeleton className="m-4 h-24" />),
  preloadComments: fetchComments,
  MemberHistory: lazyPart(
    async () => (await import('../features/insights/member-history.tsx')).MemberHistory,
    <Skeleton className="h-96" />,
  ),
  PostPreview: lazyPart(
    async () => (await import('../features/posts/post-preview.tsx')).PostPreview,
    <Skeleton className="h-64" />,
  ),
  RecentTips: lazyPart(
    async () => (await import('../features/tips/recent-tips.tsx')).RecentTips,
    <Skeleton className="h-48" />,
  ),
  SilenceButton: lazyPart(
    async () => (await import('../features/moderation/silence-button.tsx')).SilenceButton,
  ),
  contactSupport: lazyDialog(async () => (await import('./contact-us-dialog.tsx')).ContactSupportDialog),
  contactUs: lazyDialog(async () => (await import('./contact-us-dialog.tsx')).ContactUsDialog),
  terms: lazyDialog(async () => (await import('../features/site/terms-dialog.tsx')).TermsDialog),
  privacy: lazyDialog(async () => (await import('../features/site/privacy-dialog.tsx')).PrivacyDialog),
}
