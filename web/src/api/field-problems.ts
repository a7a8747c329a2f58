import type * as z from 'zod/mini'

/**
 * What a form's schema says against what was typed, the first sentence for each field by its name; null when it may be
 * sent.
 */
export function fieldProblems(
  schema: z.ZodMiniType | undefined,
  typed: unknown,
): Record<string, string> | null {
  const checked = schema?.safeParse(typed)
  if (!checked || checked.success) return null
  return Object.fromEntries(
    checked.error.issues.map(({ path, message }) => [String(path[0]), message]).toReversed(),
  )
}
