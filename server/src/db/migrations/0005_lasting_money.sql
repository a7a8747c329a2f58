ALTER TABLE "payout_statements" ALTER COLUMN "opening_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payout_statements" ALTER COLUMN "closing_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payout_statements" ALTER COLUMN "held_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payout_statements" ALTER COLUMN "payable_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "heeded_default" text;