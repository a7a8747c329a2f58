import { MoreButton, type PagedQuery } from '#ui/more-button.tsx'

export const TipListFoot = ({ query, children }: { query: PagedQuery; children: string }) => (
  <div className="mt-6 grid justify-items-center gap-4">
    <MoreButton query={query}>Load More Tips</MoreButton>
    <p className="text-sm wrap-anywhere text-muted">{children}</p>
  </div>
)
