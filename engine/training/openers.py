"""How conversations begin: tasks and topics put together, so that what the target writes resembles
what people ask.

Owns nothing but words. A text here is a user's message, whole, or broken off for the target to go
on with; the answers are always the target's own.
"""

from dataclasses import dataclass
from random import Random

_WHOLE, _BEGUN = 0.55, 0.2
"""Shares of first messages given whole, and begun; the target writes the others by itself."""
_FOLLOW_UP = 0.5
_REFINED = 0.5
"""Share of requests that go on with a wish or with the asker's situation."""

_TASKS = (
    "What is {topic}?",
    "Explain {topic} to a beginner.",
    "Explain in simple words how {topic} works.",
    "Why is {topic} important?",
    "Tell me about {topic}.",
    "Give me five tips about {topic}.",
    "Give me a short introduction to {topic}.",
    "List the advantages and disadvantages of {topic}.",
    "Write a short poem about {topic}.",
    "Write a short story about {topic}.",
    "Write a paragraph about {topic}.",
    "Write an email to a friend about {topic}.",
    "Write a polite email to my manager about {topic}.",
    "Write a blog post about {topic}.",
    "Write a product description for {topic}.",
    "Write an outline for a talk about {topic}.",
    "What are the most common mistakes people make with {topic}?",
    "What should I know about {topic} before I start?",
    "How do I get started with {topic}?",
    "How can I get better at {topic}?",
    "Compare {topic} with {other}.",
    "What is the difference between {topic} and {other}?",
    "How are {topic} and {other} related?",
    "Summarize the history of {topic}.",
    "Summarize what is known about {topic} in three sentences.",
    "Name three books about {topic} and say what they are about.",
    "Make a table of facts about {topic}.",
    "Make a plan for a week with {topic}.",
    "Give me ten ideas for {topic}.",
    "Suggest a title for an article about {topic}.",
    "Answer with one sentence: what is {topic}?",
    "I have to give a presentation about {topic}. Where do I start?",
    "My daughter asked me about {topic}. What should I tell her?",
    "Is {topic} worth it? Give me arguments for both sides.",
    "Describe {topic} step by step.",
    "Write three quiz questions about {topic} with answers.",
    "Write a dialogue between two friends about {topic}.",
    "Translate 'I like {topic}' into French, Spanish and German.",
    "Rewrite this sentence so that it is more formal: I really want to know more about {topic}.",
    "Correct the grammar: he don't knows nothing about {topic} and it are a problem.",
    "Shorten this: {topic} is something that a lot of people talk about a lot, and many of them "
    "think that it is one of the most interesting things that there are.",
    "Classify this review as positive or negative: I bought a book about {topic} and loved it.",
    "Continue this text: It was late in the evening when we first heard of {topic}.",
)
_TOPICS = (
    "photosynthesis",
    "gravity",
    "black holes",
    "the water cycle",
    "climate change",
    "solar energy",
    "electric cars",
    "batteries",
    "vaccines",
    "the immune system",
    "sleep",
    "healthy eating",
    "running a marathon",
    "yoga",
    "meditation",
    "learning to swim",
    "gardening",
    "growing tomatoes",
    "baking bread",
    "cooking rice",
    "coffee",
    "green tea",
    "chocolate",
    "cheese",
    "vegetarian food",
    "saving money",
    "a household budget",
    "inflation",
    "interest rates",
    "the stock market",
    "starting a small business",
    "marketing",
    "a job interview",
    "a cover letter",
    "asking for a raise",
    "working from home",
    "time management",
    "teamwork",
    "public speaking",
    "writing a novel",
    "poetry",
    "jazz",
    "classical music",
    "playing the guitar",
    "painting",
    "photography",
    "the theatre",
    "silent films",
    "board games",
    "chess",
    "football",
    "tennis",
    "cycling",
    "hiking in the mountains",
    "camping",
    "travelling by train",
    "a trip to Japan",
    "Paris",
    "New York",
    "the Amazon rainforest",
    "the Sahara",
    "Antarctica",
    "the ocean",
    "whales",
    "dolphins",
    "bees",
    "butterflies",
    "dogs",
    "cats",
    "elephants",
    "dinosaurs",
    "ancient Rome",
    "ancient Egypt",
    "the Middle Ages",
    "the French Revolution",
    "the Industrial Revolution",
    "the Second World War",
    "the moon landing",
    "the printing press",
    "democracy",
    "human rights",
    "philosophy",
    "ethics",
    "psychology",
    "friendship",
    "happiness",
    "stress",
    "raising children",
    "teaching mathematics",
    "learning a language",
    "reading",
    "a good night routine",
    "spring",
    "autumn leaves",
    "winter",
    "a rainy day",
    "a lost key",
    "an old lighthouse",
    "a robot that dreams",
    "a dragon and a knight",
    "a village by the sea",
    "artificial intelligence",
    "machine learning",
    "neural networks",
    "the internet",
    "computer security",
    "passwords",
    "databases",
    "operating systems",
    "open source software",
    "cloud computing",
    "mobile apps",
    "video games",
    "robots",
    "drones",
    "space travel",
    "Mars",
    "the solar system",
    "atoms",
    "chemical reactions",
    "electricity",
    "magnets",
    "light",
    "sound",
    "evolution",
    "DNA",
    "cells",
    "the human heart",
    "the brain",
    "probability",
    "statistics",
    "prime numbers",
    "fractions",
    "geometry",
    "algebra",
    "calculus",
    "renting a flat",
    "moving house",
    "a delayed delivery",
    "a broken washing machine",
    "a birthday party",
    "a wedding speech",
    "a thank-you note",
    "volunteering",
    "recycling",
    "public transport",
    "architecture",
    "fashion",
    "insurance",
    "taxes",
    "first aid",
    "back pain",
    "allergies",
    "vitamins",
    "volcanoes",
    "earthquakes",
    "rivers",
    "the weather",
    "renewable energy",
)
_CODE_TASKS = (
    "Write a {language} function that {job}.",
    "Write a {language} program that {job}.",
    "Write a {language} script that {job}, with comments.",
    "How do I write {language} code that {job}?",
    "Show me an example in {language}: something that {job}.",
    "Explain step by step how a {language} function that {job} would work.",
    "Write unit tests for a {language} function that {job}.",
    "I need a {language} class that {job}.",
    "Here is my code:\n\n```\ndef f(x):\n    return x * 2\n```\n\nChange it into one that {job}.",
)
_LANGUAGES = ("Python", "Python", "Python", "JavaScript", "C", "Java", "SQL", "C++", "Bash", "Rust")
_JOBS = (
    "reverses a string",
    "checks whether a number is prime",
    "computes the factorial of a number",
    "prints the first n Fibonacci numbers",
    "sorts a list of numbers",
    "finds the largest element of a list",
    "counts the words in a text",
    "counts how often each letter occurs",
    "removes duplicates from a list",
    "merges two sorted lists",
    "checks whether a word is a palindrome",
    "reads a file and prints its lines",
    "reads a CSV file and sums a column",
    "writes a list to a JSON file",
    "downloads a web page",
    "converts Celsius to Fahrenheit",
    "computes the average of a list",
    "finds the greatest common divisor of two numbers",
    "flattens a nested list",
    "searches a sorted list",
    "implements a stack",
    "implements a queue",
    "implements a linked list",
    "traverses a binary tree",
    "validates an email address",
    "parses a date",
    "generates a random password",
    "plays rock, paper, scissors",
    "multiplies two matrices",
    "groups people by age",
    "renames all files in a folder",
    "selects the ten newest orders of each customer",
    "draws a triangle of stars",
    "caches the results of a slow function",
    "counts down from ten",
)
_SUMS = (
    "What is {a} plus {b}?",
    "What is {a} times {b}? Show your work.",
    "A shop sells pens for {a} cents each. How much do {b} pens cost?",
    "If a train travels {a} miles in {b} hours, how fast is it?",
    "Solve for x: {a}x + {b} = 100.",
    "I have {a} apples and give {b} away. How many are left?",
    "What is {a} percent of {b}?",
    "Is {a} a prime number? Explain.",
)
_WISHES = (
    "Keep it under a hundred words.",
    "Use a numbered list.",
    "Use bullet points and short sentences.",
    "Write it for children of ten.",
    "Write it for somebody who knows the subject well.",
    "Do not use any technical words.",
    "Begin with the most important point.",
    "Give a concrete example for each point.",
    "Be honest about what is not known.",
    "End with a question.",
    "I have only ten minutes, so be brief.",
    "I have tried twice already and gave up both times.",
    "I am over sixty and have time, but not much money.",
    "My exam is next week and I have not begun yet.",
    "We are a group of five, and none of us knows much about it.",
    "I read something about it yesterday and did not understand it at all.",
    "What would an expert do first, and what would they leave for later?",
    "Say why at every step.",
    "How long does it take, and what does it cost?",
    "What changes if I do it at home?",
)
_CODE_WISHES = (
    "It should work for empty input too.",
    "Raise an error with a clear message when the input is wrong.",
    "Do not use any library.",
    "Explain how long it takes for large inputs.",
    "Keep it as short as you can.",
    "Name the variables well and say what each line does.",
    "Show what it prints for two different inputs.",
    "Then say in a few sentences why you wrote it this way.",
    "It has to run on an old computer with little memory.",
    "Put it into a class with at least two methods.",
)
_FOLLOW_UPS = (
    "Can you give me an example?",
    "Can you make that shorter?",
    "Please explain that in more detail.",
    "Why is that?",
    "Thank you! What else should I know?",
    "Can you say that in simpler words?",
    "Rewrite it in a friendlier tone.",
    "Turn that into a list.",
    "What would be a good next step?",
    "Are you sure?",
    "Give me another one.",
    "How would I use this in practice?",
    "Summarize that in one sentence.",
    "What are the alternatives?",
    "Write it as a table.",
    "Add comments to the code.",
    "Now write a test for it.",
    "What could go wrong?",
    "Who could help me with that?",
    "Translate that into Spanish.",
)


@dataclass(frozen=True, slots=True)
class Opener:
    """The beginning of a user's message, and whether it is all of it."""

    text: str
    is_whole: bool


def first_message(random: Random) -> Opener:
    """Draw the beginning of a conversation; an empty one is the target's to write."""
    chance = random.random()
    if chance >= _WHOLE + _BEGUN:
        return Opener("", is_whole=False)
    text = _request(random)
    if chance < _WHOLE:
        return Opener(text, is_whole=True)
    words = text.split(" ")
    return Opener(" ".join(words[: random.randint(1, max(1, len(words) - 1))]), is_whole=False)


def next_message(random: Random) -> Opener:
    """Draw a later message of the user's."""
    if random.random() < _FOLLOW_UP:
        return Opener(random.choice(_FOLLOW_UPS), is_whole=True)
    return Opener("", is_whole=False)


def _request(random: Random) -> str:
    chance = random.random()
    if chance < 0.65:
        topic, other = random.sample(_TOPICS, 2)
        return _refined(random.choice(_TASKS).format(topic=topic, other=other), _WISHES, random)
    if chance < 0.93:
        job = random.choice(_JOBS)
        task = random.choice(_CODE_TASKS).format(language=random.choice(_LANGUAGES), job=job)
        return _refined(task, _CODE_WISHES, random)
    return random.choice(_SUMS).format(a=random.randint(2, 99), b=random.randint(2, 99))


def _refined(request: str, wishes: tuple[str, ...], random: Random) -> str:
    return f"{request} {random.choice(wishes)}" if random.random() < _REFINED else request
