CREATE TABLE "promo_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"campaign" text NOT NULL,
	"percent_off" numeric(5, 2),
	"amount_off_cents" integer,
	"months" smallint,
	"max_uses" integer,
	"expires_at" timestamp (3) with time zone,
	"is_once_per_person" boolean NOT NULL,
	"is_once_per_card" boolean NOT NULL,
	"is_for_new_members" boolean NOT NULL,
	"needs_card" boolean NOT NULL,
	"promotion_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "promo_codes_code_form" CHECK (length(code) between 1 and 500 and code = upper(code)),
	CONSTRAINT "promo_codes_campaign_length" CHECK (char_length(campaign) <= 80),
	CONSTRAINT "promo_codes_one_discount" CHECK ((percent_off is null) <> (amount_off_cents is null)),
	CONSTRAINT "promo_codes_discount_positive" CHECK (percent_off > 0 and percent_off <= 100 or amount_off_cents > 0),
	CONSTRAINT "promo_codes_limits_positive" CHECK (months > 0 and max_uses > 0),
	CONSTRAINT "promo_codes_card_is_of_person" CHECK (is_once_per_person or not is_once_per_card),
	CONSTRAINT "promo_codes_promotion_length" CHECK (length(promotion_id) <= 255)
);
--> statement-breakpoint
ALTER TABLE "promo_redemptions" ADD COLUMN "discount_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "promo_codes_newest" ON "promo_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "promo_redemptions_newest" ON "promo_redemptions" USING btree ("code","created_at","id");--> statement-breakpoint
ALTER TABLE "promo_redemptions" ADD CONSTRAINT "promo_redemptions_discount_not_negative" CHECK (discount_cents >= 0);