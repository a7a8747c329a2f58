/** Members see their checklist for this many days after joining. */
export const memberChecklistDays = 30
