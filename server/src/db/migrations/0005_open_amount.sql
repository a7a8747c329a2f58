ALTER TABLE "memberships" ADD COLUMN "due_cents" integer;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_due_not_negative" CHECK (due_cents >= 0);