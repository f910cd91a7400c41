# JavaScript without the blanks, semicolons, ends of lines, and brackets around the only parameter of
# a function that it does not need, with the shorter word for constants, declarations in a row as one,
# and with short names of private members, "#a", and of constants, "$a". Strings, templates and regular expressions end on the
# line where they begin. tests/browser/js_logic_test.js compares the tokens.
function is_word(char) {
	return char ~ /[A-Za-z0-9_$#]/
}

function begins_regex(out, last) {
	return last == "" || last ~ /[-(,=:[!&|?{;+*%<>~^]/ || out ~ /(^|[^A-Za-z0-9_$.])return$/
}

# Where what begins at `from` with `sign` ends: the same sign, but not behind a backslash or, in a
# regular expression, in brackets.
function end_of(line, from, sign,    at, char, inside) {
	for (at = from + 1; at <= length(line); at++) {
		char = substr(line, at, 1)
		if (char == "\\")
			at++
		else if (sign == "/" && (char == "[" || char == "]"))
			inside = char == "["
		else if (char == sign && !inside)
			break
	}
	return at
}

# Another name for each private one, #a to #zz, and for each constant.
function short_name(name,    sign, number) {
	if (!(name in short)) {
		sign = name ~ /^#/ ? "#" : "$"
		number = names[sign]++
		short[name] = sign (number < 26 ? "" : substr(LETTERS, int(number / 26), 1)) \
			substr(LETTERS, number % 26 + 1, 1)
	}
	return short[name]
}

# The same for the names in the expressions of a template.
function short_names(text,    out) {
	while (match(text, /\.#[A-Za-z_0-9]+|[^A-Za-z_0-9][A-Z][A-Z0-9]*_[A-Z0-9_]+/)) {
		out = out substr(text, 1, RSTART) short_name(substr(text, RSTART + 1, RLENGTH - 1))
		text = substr(text, RSTART + RLENGTH)
	}
	return out text
}

# "(a)=>" as "a=>".
function without_brackets(text,    out, name) {
	while (match(text, /\([A-Za-z_]+\)=>/)) {
		name = substr(text, RSTART + 1, RLENGTH - 4)
		out = out substr(text, 1, RSTART - 1)
		out = out (is_word(substr(out, length(out))) ? " " : "") name "=>"
		text = substr(text, RSTART + RLENGTH)
	}
	return out text
}

BEGIN {
	CONSTANT = "^[A-Z][A-Z0-9]*_[A-Z0-9_]+"
	LETTERS = "abcdefghijklmnopqrstuvwxyz"
}

{
	out = last = ""
	for (at = 1; at <= length($0); at++) {
		char = substr($0, at, 1)
		if (char == " " || char == "\t") {
			is_apart = 1
			continue
		}
		if (is_apart && ((is_word(last) && is_word(char)) || (last == char && char ~ /[-+]/)))
			out = out " "
		is_start = is_apart || !is_word(last)
		is_apart = 0
		if (!is_word(last) && last != "." && substr($0, at, 6) == "const ") {
			out = out "let"
			last = "t"
			at += 4
			continue
		}
		if (char ~ /['"`]/ || (char == "/" && begins_regex(out, last))) {
			end = end_of($0, at, char)
			text = substr($0, at, end - at + 1)
			out = out (char == "`" ? short_names(text) : text)
			at = end
		} else if (char == "#" && match(substr($0, at + 1), /^[A-Za-z_0-9]+/)) {
			out = out short_name(substr($0, at, RLENGTH + 1))
			at += RLENGTH
			char = "a"
		} else if (is_start && match(substr($0, at), CONSTANT)) {
			out = out short_name(substr($0, at, RLENGTH))
			at += RLENGTH - 1
			char = "a"
		} else {
			if (char == "}" && last == ";")
				out = substr(out, 1, length(out) - 1)
			out = out char
		}
		last = char
	}
	if (out == "")
		next
	# Lines go on, but are short enough to be found by a message about an error. Each statement has
	# its semicolon, unless it is the last of a block, so that none depends on where its line ends.
	out = without_brackets(out)
	declares = out ~ /^let[ {[]/
	if (held && declares && declared) {
		printf ","
		sub(/^let ?/, "", out)
	} else if (held && substr(out, 1, 1) != "}") {
		printf ";"
	}
	declared = declares
	held = sub(/;$/, "", out)
	if (is_word(before) && is_word(substr(out, 1, 1)))
		out = " " out
	used += length(out)
	ends = used > 480
	printf "%s%s", out, ends ? "\n" : ""
	before = ends ? "" : last
	used = ends ? 0 : used
	is_apart = 0
}
