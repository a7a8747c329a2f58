-- Staff followed a link mailed to them. Whoever has a second step keeps it when they ask for a new password: taking it from
-- them then would let the thief of a mailbox in. Everybody else confirms the address when they first need it.
UPDATE "people" SET "email_proven_at" = "created_at"
WHERE "erased_at" IS NULL AND ("role" <> 'subscriber' OR "has_two_factor" OR "has_passkey");
--> statement-breakpoint
UPDATE "pending_signups" SET "finish_by" = now() + interval '30 days' WHERE "finish_token_hash" IS NOT NULL;
