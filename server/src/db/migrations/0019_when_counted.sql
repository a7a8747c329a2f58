CREATE TABLE "insight_counting" (
	"is_it" boolean PRIMARY KEY NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "insight_counting_one_row" CHECK (is_it)
);
