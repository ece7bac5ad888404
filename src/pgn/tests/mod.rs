mod codec;
mod text;
