import { useTexts } from '#site/site.ts'
import { MissedPosts } from '#people/missed-posts.tsx'

/** What a person without a membership misses, and what it includes. */
export function PlanBenefits() {
  const { plan } = useTexts()
  return (
    <>
      <MissedPosts />
      <ul className="grid gap-2.5 sm:grid-cols-2">
        {[...plan.watch.items, ...plan.takePart.items].map((benefit) => (
          <li key={benefit} className="flex gap-3 text-sm">
            <span aria-hidden className="mt-2.5 h-0.5 w-4 shrink-0 bg-turf" />
            {benefit}
          </li>
        ))}
      </ul>
    </>
  )
}
