import { lazy, Suspense } from 'react'
import { Skeleton } from '../skeleton.tsx'
import type { TextEditorProps } from './text-editor.tsx'

const TextEditor = lazy(async () => ({ default: (await import('./text-editor.tsx')).TextEditor }))

/** Loads the editor on the pages where a creator writes; members never need it. */
export const LazyTextEditor = (props: TextEditorProps) => (
  <Suspense fallback={<Skeleton className="h-96" />}>
    <TextEditor {...props} />
  </Suspense>
)
