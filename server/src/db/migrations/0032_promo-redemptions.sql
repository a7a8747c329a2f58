CREATE TABLE "promo_redemptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"is_once" boolean NOT NULL,
	"state" text NOT NULL,
	"person_id" uuid,
	"signup_id" uuid,
	"subscription_id" text,
	"address_key" text NOT NULL,
	"card_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"redeemed_at" timestamp (3) with time zone,
	CONSTRAINT "promo_redemptions_state_known" CHECK (state in ('reserved', 'redeemed')),
	CONSTRAINT "promo_redemptions_redeemed_at" CHECK ((state = 'redeemed') = (redeemed_at is not null)),
	CONSTRAINT "promo_redemptions_code_length" CHECK (length(code) between 1 and 500),
	CONSTRAINT "promo_redemptions_key_length" CHECK (length(address_key) = 64 and length(card_key) = 64 and length(subscription_id) <= 255)
);
--> statement-breakpoint
ALTER TABLE "subscription_starts" ADD COLUMN "payment_method_id" text;--> statement-breakpoint
ALTER TABLE "promo_redemptions" ADD CONSTRAINT "promo_redemptions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_redemptions" ADD CONSTRAINT "promo_redemptions_signup_id_pending_signups_id_fk" FOREIGN KEY ("signup_id") REFERENCES "public"."pending_signups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "promo_redemptions_person_key" ON "promo_redemptions" USING btree ("code","person_id") WHERE is_once;--> statement-breakpoint
CREATE UNIQUE INDEX "promo_redemptions_address_key" ON "promo_redemptions" USING btree ("code","address_key") WHERE is_once;--> statement-breakpoint
CREATE UNIQUE INDEX "promo_redemptions_card_key" ON "promo_redemptions" USING btree ("code","card_key") WHERE is_once;--> statement-breakpoint
CREATE INDEX "promo_redemptions_person" ON "promo_redemptions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "promo_redemptions_signup" ON "promo_redemptions" USING btree ("signup_id");--> statement-breakpoint
CREATE INDEX "promo_redemptions_subscription" ON "promo_redemptions" USING btree ("subscription_id");--> statement-breakpoint
ALTER TABLE "subscription_starts" ADD CONSTRAINT "subscription_starts_method_length" CHECK (length(payment_method_id) <= 255);