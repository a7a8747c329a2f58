export type SetUpStep = {
  what: string
  /** The provider's id; null when nothing exists yet. */
  id: string | null
  outcome: 'found' | 'made' | 'repaired' | 'replaced' | 'skipped'
  note?: string
}
