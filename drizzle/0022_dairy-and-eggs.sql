-- The generated column buyer_category and its indexes follow: they refer to the value, not to its name.
ALTER TYPE "public"."product_category" RENAME VALUE 'Dairy' TO 'Dairy & eggs';
