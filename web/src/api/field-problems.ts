import type * as z from 'zod/mini'

/**
 * Validates form values and returns the first error of each field by its name; null when they are valid.
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
