UPDATE "notifications" SET
  email_due_at = CASE WHEN is_email_due THEN happened_at END,
  push_due_at = CASE WHEN is_push_due THEN happened_at END,
  email_pace = CASE WHEN kind IN ('tip_received', 'tip_hearted') THEN 'at_once' ELSE 'hourly' END
WHERE is_email_due OR is_push_due;--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "is_email_due";--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "is_push_due";